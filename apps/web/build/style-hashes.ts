import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Elements of the player, which have styles in their templates. */
const ELEMENT = /\/media-chrome\/dist\/media-[a-z-]+\.js$/;

interface ElementClass {
  getTemplateHTML?: (attributes: object, props: object) => string;
}

/**
 * Writes style-hashes.json: a hash for each inline style sheet of media-chrome's elements. The server lists them in the
 * Content-Security-Policy, which blocks all other inline styles.
 */
export function styleHashes(): Plugin {
  return {
    name: 'style-hashes',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const elements = await Promise.all(
        modules.filter((id) => ELEMENT.test(id)).map((id) => import(pathToFileURL(id).href)),
      );
      const classes = elements.flatMap((exports) => Object.values(exports) as ElementClass[]);
      const styles = classes.flatMap((element) => stylesIn(element.getTemplateHTML?.({}, {}) ?? ''));
      const hashes = [...new Set(styles.map(hashOf))].sort();
      if (hashes.length === 0) throw new Error('The build has no style of media-chrome: its templates have changed');
      this.emitFile({ type: 'asset', fileName: 'style-hashes.json', source: JSON.stringify(hashes) });
    },
  };
}

function stylesIn(html: string): string[] {
  return [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = '']) => style);
}

function hashOf(style: string): string {
  return `sha256-${createHash('sha256').update(style).digest('base64')}`;
}
