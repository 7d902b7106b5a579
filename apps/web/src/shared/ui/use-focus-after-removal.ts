import { type RefObject, useEffect, useState } from 'react';
import { adjacentId } from '../adjacent-id.ts';

/**
 * Keeps the focus in a list when the focused row is removed: it moves to the first control of the adjacent row, or to
 * the container if no row is left.
 * @param rows the visible rows, each in an element with `data-row={id}` inside the container
 * @returns a function to call with the id of a row before it is removed
 */
export function useFocusAfterRemoval<T>(
  rows: readonly T[],
  idOf: (row: T) => string,
  container: RefObject<HTMLElement | null>,
): (id: string) => void {
  const [removed, setRemoved] = useState<{ id: string; next: string | null } | null>(null);

  useEffect(() => {
    if (!removed || rows.some((one) => idOf(one) === removed.id)) return;
    setRemoved(null);
    const list = container.current;
    const row = list?.querySelector(`[data-row="${CSS.escape(removed.next ?? '')}"]`);
    const control = row?.querySelector<HTMLElement>('button, a[href]:not([aria-hidden])');
    // Wait until a closing dialog has tried to focus the removed button.
    requestAnimationFrame(() => (control ?? list)?.focus());
  }, [removed, rows, idOf, container]);

  return (id) => setRemoved({ id, next: adjacentId(rows.map(idOf), id) });
}
