import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inlineHash } from '../platform/http/inline-hash.ts';

/** For responses that are not pages: they may load, run and frame nothing. */
export const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * An empty style element, which scripts fill rule by rule: the app's styles are added this way. Text in a style element
 * needs its own hash.
 */
const EMPTY_STYLE = inlineHash('');

interface PolicyOptions {
  /** Folder of the built web app. */
  webDir: string;
  /** Origins of the object storage that browsers are redirected to. */
  stores: string[];
  /** Origins of a hosted identity provider. */
  hosted: string[];
}

/**
 * Directives of the Content-Security-Policy for the app's pages. Inline scripts and styles only of the build, by hash;
 * text never becomes HTML or code (Trusted Types, apps/web/src/shared/trusted-types.ts).
 */
export function pagePolicy({ webDir, stores, hosted }: PolicyOptions): Record<string, string[]> {
  const built = readBuild(webDir);
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...built.scripts],
    styleSrc: ["'self'", EMPTY_STYLE, ...built.styles],
    imgSrc: ["'self'", 'data:', 'blob:', ...stores],
    mediaSrc: ["'self'", 'blob:', ...stores],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'", ...hosted, ...stores],
    frameSrc: ["'self'", ...hosted],
    workerSrc: ["'self'", 'blob:'],
    manifestSrc: ["'self'"],
    formAction: ["'self'", ...hosted],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['default'],
  };
}

/** Hashes of the scripts and styles inside index.html and of the player's templates. */
function readBuild(folder: string): { scripts: string[]; styles: string[] } {
  const page = join(folder, 'index.html');
  const hashes = join(folder, 'style-hashes.json');
  // Not built yet, or built by an older version: the API works without it.
  if (!existsSync(page) || !existsSync(hashes)) return { scripts: [], styles: [] };
  const html = readFileSync(page, 'utf8');
  const inline = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}(?: type="module")?>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text = '']) =>
      inlineHash(text),
    );
  const ofPlayer = JSON.parse(readFileSync(hashes, 'utf8')) as string[];
  return { scripts: inline('script'), styles: [...inline('style'), ...ofPlayer.map((hash) => `'${hash}'`)] };
}
