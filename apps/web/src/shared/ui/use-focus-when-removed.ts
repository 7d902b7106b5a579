import { type RefObject, useLayoutEffect } from 'react';

/**
 * If this control, or a card with the focused one, is removed while it has the focus, the surrounding card, section or
 * page gets the focus. Otherwise keyboard users start again at the top, and screen readers announce nothing.
 */
export function useFocusWhenRemoved(control: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = control.current;
    const around = element?.parentElement?.closest<HTMLElement>('article, section, main');
    return () => {
      if (!around || !element?.contains(document.activeElement)) return;
      around.tabIndex = -1;
      around.focus({ preventScroll: true });
    };
  }, [control]);
}
