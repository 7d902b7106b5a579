import type { Plugin } from 'vite';

const MODULE = '@emotion/use-insertion-effect-with-fallbacks';
const EARLY = '\0styles-while-rendering';

/**
 * Writes the styles of a component while it is rendered, as Emotion does before React 18, instead of when all of the page is
 * finished. React renders pages in short pieces, and this way their styles are part of the pieces; otherwise those of a whole
 * page are one long task. What was rendered in vain leaves rules that nothing uses.
 */
export function stylesWhileRendering(): Plugin {
  return {
    name: 'styles-while-rendering',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === MODULE ? EARLY : null),
    load: (id) =>
      id === EARLY
        ? `import { useInsertionEffect } from 'react';
export const useInsertionEffectAlwaysWithSyncFallback = (write) => write();
// Global styles are removed with their component, so they stay effects.
export const useInsertionEffectWithLayoutFallback = useInsertionEffect;`
        : null,
  };
}
