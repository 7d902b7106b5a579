import { useEffect, useRef } from 'react';

/** Calls the latest `onEscape` on Escape, unless a menu, dialog or field handles the key itself. */
export function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const inField = event.target instanceof Element && event.target.closest('[type=search], select, [role=menu]');
      if (event.key === 'Escape' && !event.defaultPrevented && !inField) latest.current();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
