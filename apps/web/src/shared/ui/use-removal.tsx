import { messages } from '@kinreel/contracts/messages';
import { type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react';
import { adjacentId } from '../adjacent-id.ts';
import { errorMessage } from '../api/api-error.ts';
import { lazyComponent } from '../lazy-component.ts';
import { useNotices } from './notices.tsx';

// Fetched with the first question: a list is shown without it.
const ConfirmDialog = lazyComponent(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

interface Removal<T> {
  /** The rows as they are shown now. */
  rows: readonly T[];
  idOf: (row: T) => string;
  title: string;
  text: (row: T) => ReactNode;
  confirmLabel?: string;
  /** Does it; a rejection is told and the row stays. */
  remove: (row: T) => Promise<unknown>;
  /** What to say once it is done. */
  done: string;
  /** Holds the rows, each in an element with `data-row={id}`; takes the focus itself when none is left. */
  container: RefObject<HTMLElement | null>;
}

/**
 * Removing a row of a list: asks first, and once the row is gone the focus goes to the first control of the row that
 * took its place. `ask(row)` opens the question; `dialog` has to be rendered.
 */
export function useRemoval<T>({ rows, idOf, title, text, confirmLabel, remove, done, container }: Removal<T>) {
  const notices = useNotices();
  const [row, setRow] = useState<T | null>(null);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [gone, setGone] = useState<{ id: string; next: string | null } | null>(null);

  useEffect(() => {
    if (!gone || rows.some((one) => idOf(one) === gone.id)) return;
    setGone(null);
    const place = container.current;
    const row = place?.querySelector(`[data-row="${CSS.escape(gone.next ?? '')}"]`);
    const control = row?.querySelector<HTMLElement>('button, video[controls], a[href]');
    // After the dialog has given the focus back to a button that is no longer there
    requestAnimationFrame(() => (control ?? place)?.focus());
  }, [gone, rows, idOf, container]);

  async function confirm() {
    if (!row) return;
    setBusy(true);
    const ids = rows.map(idOf);
    try {
      await remove(row);
      setGone({ id: idOf(row), next: adjacentId(ids, idOf(row)) });
      notices.success({ title: done });
    } catch (error) {
      notices.error({ title: messages.generic.title, text: errorMessage(error) });
    }
    setBusy(false);
    setOpen(false);
  }

  return {
    ask: (wanted: T) => {
      setRow(wanted);
      setOpen(true);
    },
    dialog: row && (
      <Suspense>
        <ConfirmDialog
          open={open}
          title={title}
          text={text(row)}
          confirmLabel={confirmLabel}
          busy={busy}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ),
  };
}
