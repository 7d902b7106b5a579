import type { Plugin } from 'vite';

const MODULE = '@emotion/use-insertion-effect-with-fallbacks';
const EARLY = '\0styles-while-rendering';

/**
 * Inserts the styles of a component while it renders, as Emotion does before React 18, instead of after the whole page.
 * React renders pages in time slices, and this spreads the style work over them; otherwise it is one long task.
 * Discarded renders leave unused rules behind.
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
// Global styles must be removed with their component, so they still use effects.
export const useInsertionEffectWithLayoutFallback = useInsertionEffect;`
        : null,
  };
}
