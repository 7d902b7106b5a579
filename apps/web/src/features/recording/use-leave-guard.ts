import { useEffect, useRef } from 'react';

/**
 * While `active` the browser warns before the tab is closed or loaded anew, and the Back button calls `onBack` instead of
 * leaving: a step of history is laid down for it to take.
 */
export function useLeaveGuard(active: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const lay = () => window.history.pushState({ ...window.history.state, guard: true }, '');
    const back = () => {
      lay();
      latest.current();
    };
    lay();
    window.addEventListener('beforeunload', warn);
    window.addEventListener('popstate', back);
    return () => {
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener('popstate', back);
      if (window.history.state?.guard) window.history.back();
    };
  }, [active]);
}
