import type { Plugin } from 'vite';

/** The only MUI module that imports the ripple. */
const IMPORTER = /\/@mui\/material\/ButtonBase\/ButtonBase\.mjs$/;

const EMPTY = '\0without-ripple';

/**
 * Removes the ripple of MUI's buttons from the build: theme.ts turns it off, and every first page would download it.
 */
export function withoutRipple(): Plugin {
  return {
    name: 'without-ripple',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith('/TouchRipple.mjs') && IMPORTER.test(importer ?? '') ? EMPTY : null,
    load: (id) => (id === EMPTY ? 'export default () => null;' : null),
  };
}
