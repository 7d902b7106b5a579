import { useEffect } from 'react';

/** Unsaved work: one entry for each form, recording or dialog. */
const unsaved = new Set<object>();

/** Whether leaving this page would lose unsaved work. */
export function hasUnsavedWork(): boolean {
  return unsaved.size > 0;
}

/** While `active`, this component has unsaved work, and the browser warns before the tab is closed or reloaded. */
export function useUnsavedWork(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const entry = {};
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    unsaved.add(entry);
    window.addEventListener('beforeunload', warn);
    return () => {
      unsaved.delete(entry);
      window.removeEventListener('beforeunload', warn);
    };
  }, [active]);
}
