import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * What a first visit fetches before the page is usable, from the manifest of the built web app: the entry, the page's
 * parts, and whatever these import statically. Parts that are fetched when they are opened do not count. JavaScript has
 * a budget for each page (KiB, gzip level 9 as the build writes it); styles and fonts are told beside it.
 */
const BUDGETS = [
  {
    page: '/login',
    budget: 215,
    parts: ['src/app/pages/login-page.tsx', 'src/features/session/components/login-screen.tsx'],
  },
  {
    page: '/user/{id}/videos',
    budget: 210,
    parts: ['src/app/layout/signed-in-layout.tsx', 'src/app/pages/profile-page.tsx'],
  },
];

/** One row of Vite's manifest. */
interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const dist = join(import.meta.dirname, '../apps/web/dist');
const manifest = readManifest();
const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
if (!entry) throw new Error('The manifest of the built web app names no entry');

let tooBig = false;
console.log(
  `${'page'.padEnd(20)}${['JavaScript', 'budget', 'files', 'CSS', 'fonts'].map((h) => h.padStart(11)).join('')}`,
);
for (const { page, budget, parts } of BUDGETS) {
  const chunks = [...neededBy([entry, ...parts])].map(chunkOf);
  const scripts = new Set(chunks.map(({ file }) => file));
  const styles = new Set(chunks.flatMap(({ css = [] }) => css));
  const script = sumOf(scripts, gzipped);
  tooBig ||= script > budget * 1024;
  const cells = [
    kib(script),
    kib(budget * 1024),
    String(scripts.size),
    kib(sumOf(styles, gzipped)),
    kib(fontsOf(styles)),
  ];
  console.log(`${page.padEnd(20)}${cells.map((cell) => cell.padStart(11)).join('')}`);
}
console.log('KiB; scripts and styles with gzip');
if (tooBig) {
  console.error('A page fetches more JavaScript than its budget before it is usable.');
  process.exit(1);
}

function readManifest(): Record<string, Chunk> {
  try {
    return JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  } catch {
    console.error('There is no built web app with its manifest. Build it first: npm run build');
    process.exit(1);
  }
}

function chunkOf(key: string): Chunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The manifest of the built web app has no ${key}`);
  return chunk;
}

/** These chunks and everything they import statically, each once. */
function neededBy(keys: string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (found.has(key)) continue;
    found.add(key);
    neededBy(chunkOf(key).imports ?? [], found);
  }
  return found;
}

function sumOf(files: Iterable<string>, bytes: (file: string) => number): number {
  return [...files].reduce((sum, file) => sum + bytes(file), 0);
}

function gzipped(file: string): number {
  return gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
}

/** Bytes of the woff2 files that the styles name: compressed as they are. */
function fontsOf(styles: Iterable<string>): number {
  const named = [...styles].flatMap((style) =>
    [...readFileSync(join(dist, style), 'utf8').matchAll(/[\w./-]+\.woff2/g)].map(([path]) =>
      path.replace(/^.*\//, ''),
    ),
  );
  return sumOf(new Set(named), (name) => readFileSync(join(dist, 'assets', name)).length);
}

function kib(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
