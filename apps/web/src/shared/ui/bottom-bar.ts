import type { RefCallback } from 'react';

/** CSS variable: the height in pixels of the fixed bar at the bottom of the window; undefined without one. */
const VARIABLE = '--bottom-bar';

/** Styles for elements that are fixed to the bottom of the window, above the bar if there is one. */
export const ABOVE_BOTTOM_BAR = {
  position: 'fixed',
  zIndex: 'snackbar',
  insetInline: 0,
  bottom: `calc(var(${VARIABLE}, env(safe-area-inset-bottom, 0px)) + 12px)`,
  mx: 'auto',
  width: 'min(560px, calc(100% - 24px))',
} as const;

/** Height of each bar on the page in pixels; 0 while it is hidden or not fixed. */
const heights = new Map<HTMLElement, number>();

/** Ref of a bar that may be fixed to the bottom of the window: notices appear above it. */
export const bottomBarRef: RefCallback<HTMLElement> = (bar) => {
  if (!bar) return;
  const measure = () => {
    const isFixed = getComputedStyle(bar).position === 'fixed';
    heights.set(bar, isFixed ? bar.getBoundingClientRect().height : 0);
    publish();
  };
  const observer = new ResizeObserver(measure);
  observer.observe(bar);
  return () => {
    observer.disconnect();
    heights.delete(bar);
    publish();
  };
};

function publish() {
  const highest = Math.max(0, ...heights.values());
  const { style } = document.documentElement;
  if (highest > 0) style.setProperty(VARIABLE, `${highest}px`);
  else style.removeProperty(VARIABLE);
}
