import { useEffect, useRef } from 'react';
import { useUnsavedWork } from '../../shared/unsaved-work.ts';

/**
 * While `active`, the browser warns before the tab is closed or reloaded, and the Back button calls `onBack` instead of
 * leaving the page. For that the hook adds a history entry.
 */
export function useLeaveGuard(active: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useUnsavedWork(active);
  useEffect(() => {
    if (!active) return;
    const addEntry = () => window.history.pushState({ ...window.history.state, guard: true }, '');
    const back = () => {
      addEntry();
      latest.current();
    };
    addEntry();
    window.addEventListener('popstate', back);
    return () => {
      window.removeEventListener('popstate', back);
      if (window.history.state?.guard) window.history.back();
    };
  }, [active]);
}
