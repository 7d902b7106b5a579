import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** How long to wait for a page that is being fetched, in milliseconds. */
const PATIENCE_MS = 5000;

/**
 * After a navigation the page begins at its top (going back, the browser restores the place), and the focus goes to the new page's main heading, so that a screen reader says where one is and the
 * keyboard goes on from there. Not on the first page, and not while a tab list is being walked through.
 */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (type !== NavigationType.Pop) window.scrollTo(0, 0);
    if (document.activeElement?.getAttribute('role') === 'tab') return;
    if (focusHeading()) return;
    const observer = new MutationObserver(() => focusHeading() && stop());
    const timer = setTimeout(() => stop(), PATIENCE_MS);
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
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
