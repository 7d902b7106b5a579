import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Longest wait for the heading of a page that is still loading. */
const HEADING_TIMEOUT_MS = 5000;

const INPUTS = ['keydown', 'pointerdown'] as const;

/**
 * After each navigation, scrolls to the top and focuses `[data-route-focus]`, or else the main heading, so that screen
 * readers announce the new page.
 * Skipped on the first page, and while the focus is in a tab list or in a field of the new page. Also skipped after a
 * key press or click on a page that is still loading, because the person has moved the focus themselves. When the
 * person goes back, the browser restores the scroll position.
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
    // The new page has focused a field: the login form does, if the person was in a field before the app's code had
    // loaded.
    if (document.activeElement?.matches('main :is(input, textarea, select)')) return;
    // After going back, a list focuses the item that was opened.
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
  const heading =
    document.querySelector<HTMLElement>('main [data-route-focus]') ?? document.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
