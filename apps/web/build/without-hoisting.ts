import type { Plugin } from 'vite';

const MODULE = 'hoist-non-react-statics';
const EMPTY = '\0without-hoisting';

/**
 * Leaves the code out of the build that only Emotion's `withTheme` runs: nothing calls that, but the module has side
 * effects, so the build keeps it, and every first page would download it.
 */
export function withoutHoisting(): Plugin {
  return {
    name: 'without-hoisting',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === MODULE ? EMPTY : null),
    load: (id) => (id === EMPTY ? 'export default (component) => component;' : null),
  };
}
