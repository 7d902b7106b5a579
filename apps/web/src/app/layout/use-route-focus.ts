import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** How long to wait for the heading of a page that is still loading. */
const HEADING_TIMEOUT_MS = 5000;

const INPUTS = ['keydown', 'pointerdown'] as const;

/**
 * After each navigation, scrolls to the top and moves the focus to the main heading, so that screen readers announce the
 * new page. Skipped on the first page, while the focus is in a tab list, and once the user presses a key or clicks on a page that
 * is still loading: then they have moved the focus themselves. When the user goes back, the browser restores the scroll position.
 */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const previousPathname = useRef(pathname);
  useEffect(() => {
    if (previousPathname.current === pathname) return;
    previousPathname.current = pathname;
    if (type !== NavigationType.Pop) window.scrollTo(0, 0);
    if (document.activeElement?.getAttribute('role') === 'tab') return;
    // A list puts the focus back on what was opened in it.
    if (type === NavigationType.Pop && document.querySelector('main a:focus')) return;
    if (focusHeading()) return;
    const observer = new MutationObserver(() => focusHeading() && stop());
    const timer = setTimeout(() => stop(), HEADING_TIMEOUT_MS);
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      for (const input of INPUTS) document.removeEventListener(input, stop);
    };
    for (const input of INPUTS) document.addEventListener(input, stop);
    observer.observe(document.body, { childList: true, subtree: true });
    return stop;
  }, [pathname, type]);
}

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
