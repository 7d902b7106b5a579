import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { fetchOnIntent, lazyComponent } from '../lazy-component.ts';
import { LazyDialog } from './lazy-dialog.tsx';
import { useNotices } from './notices.tsx';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

const loadConfirmDialog = () => import('./confirm-dialog.tsx');
const ConfirmDialog = lazyComponent(loadConfirmDialog, 'ConfirmDialog');

interface Removal<T> {
  /** The visible rows. */
  rows: readonly T[];
  idOf: (row: T) => string;
  title: string | ((row: T) => string);
  text: (row: T) => ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** Whether the removal can be undone. Its button then has the default style. */
  isHarmless?: boolean;
  /** Label of the removal of this row. */
  action: (row: T) => string;
  /** Removes the row. If it rejects, an error notice is shown. */
  remove: (row: T) => Promise<unknown>;
  /** Title of the success notice. */
  done: string | ((row: T) => string);
  /** Contains the rows, each in an element with `data-row={id}`. Gets the focus when no row is left. */
  container: RefObject<HTMLElement | null>;
}

/**
 * Removes a row of a list after a confirmation. Afterwards the focus moves to the first control of the adjacent row.
 * `ask(row)` opens the dialog; the caller must render `dialog`.
 */
export function useRemoval<T>(removal: Removal<T>) {
  const {
    rows,
    idOf,
    title,
    text,
    confirmLabel,
    cancelLabel,
    isHarmless = false,
    action,
    remove,
    done,
    container,
  } = removal;
  const notices = useNotices();
  const [row, setRow] = useState<T | null>(null);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const keepFocus = useFocusAfterRemoval(rows, idOf, container);

  // Preload the dialog when the pointer or focus enters the rows.
  useEffect(() => {
    const { onPointerEnter: preload } = fetchOnIntent(loadConfirmDialog);
    const list = container.current;
    list?.addEventListener('pointerover', preload, { once: true });
    list?.addEventListener('focusin', preload, { once: true });
    return () => {
      list?.removeEventListener('pointerover', preload);
      list?.removeEventListener('focusin', preload);
    };
  }, [container]);

  async function confirm(row: T) {
    setBusy(true);
    try {
      await remove(row);
      keepFocus(idOf(row));
      notices.success({ title: typeof done === 'function' ? done(row) : done });
    } catch (error) {
      notices.failed(action(row), error, () => void confirm(row));
    }
    setBusy(false);
    setOpen(false);
  }

  return {
    ask: (rowToRemove: T) => {
      setRow(rowToRemove);
      setOpen(true);
    },
    dialog: row && (
      <LazyDialog open={open} onClose={() => setOpen(false)}>
        <ConfirmDialog
          open={open}
          title={typeof title === 'function' ? title(row) : title}
          text={text(row)}
          confirmLabel={confirmLabel}
          cancelLabel={cancelLabel}
          isHarmless={isHarmless}
          busy={busy}
          onConfirm={() => confirm(row)}
          onClose={() => setOpen(false)}
        />
      </LazyDialog>
    ),
  };
}
