import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ABOVE_BOTTOM_BAR } from './bottom-bar.ts';
import { DialogBoundary } from './panel.tsx';
import { useEverTrue } from './use-ever-true.ts';

interface LazyDialogProps {
  open: boolean;
  /** Closes it. Also called if the person does something else before its code has loaded. */
  onClose: () => void;
  /** The dialog or menu, a lazy component (shared/lazy-component.ts). It stays mounted for its closing animation. */
  children: ReactNode;
}

/** Loading time in milliseconds after which a message is shown. */
const SLOW_MS = 500;

/**
 * Renders a dialog, menu or drawer whose code is loaded when it is first opened. Use it for every such dialog. On a
 * slow connection the code may arrive late. If the person is doing something else by then, the dialog does not open,
 * because it would cover the page and take the focus. Back closes it, because it belongs to the page that the person
 * leaves.
 */
export function LazyDialog({ open, onClose, children }: LazyDialogProps) {
  const opened = useEverTrue(open);
  useClosedByBack(open, onClose);
  if (!opened) return null;
  return (
    <DialogBoundary open={open} onClose={onClose}>
      <Suspense fallback={open && <Loading onCancel={onClose} />}>{children}</Suspense>
    </DialogBoundary>
  );
}

function useClosedByBack(open: boolean, onClose: () => void) {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    if (!open) return;
    const close = () => latest.current();
    window.addEventListener('popstate', close);
    return () => window.removeEventListener('popstate', close);
  }, [open]);
}

/** Shown while the code is loading. A click, input, Tab or Escape cancels. */
function Loading({ onCancel }: { onCancel: () => void }) {
  const latest = useRef(onCancel);
  latest.current = onCancel;
  const [isSlow, setSlow] = useState(false);

  useEffect(() => {
    const cancel = () => latest.current();
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Tab' || key === 'Escape') cancel();
    };
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    document.addEventListener('click', cancel, true);
    document.addEventListener('input', cancel, true);
    document.addEventListener('keydown', onKey, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', cancel, true);
      document.removeEventListener('input', cancel, true);
      document.removeEventListener('keydown', onKey, true);
    };
  }, []);

  return (
    <Box role="status" sx={{ ...ABOVE_BOTTOM_BAR, display: 'grid', justifyItems: 'center', pointerEvents: 'none' }}>
      {isSlow && (
        <Box sx={{ px: 4, py: 2, borderRadius: 1, boxShadow: 2, bgcolor: 'tint.main', color: 'tint.contrastText' }}>
          {common.opening}
        </Box>
      )}
    </Box>
  );
}
