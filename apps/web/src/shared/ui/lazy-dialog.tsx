import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ABOVE_BOTTOM_BAR } from './bottom-bar.ts';
import { DialogBoundary } from './panel.tsx';
import { useEverTrue } from './use-ever-true.ts';

interface LazyDialogProps {
  open: boolean;
  /** Closes it. Also called if the person goes on before its code has loaded. */
  onClose: () => void;
  /** The dialog or menu: a lazy component (shared/lazy-component.ts). Stays mounted, so that it can close smoothly. */
  children: ReactNode;
}

/** How long a dialog may load before the screen says so, in milliseconds. */
const SLOW_MS = 500;

/**
 * The place of a dialog, menu or drawer whose code is loaded when it is first opened. Every such dialog is rendered here.
 * On a slow connection the code may arrive late: if the person has gone on by then, the dialog does not open, because it
 * would cover what they are doing and take their typing.
 */
export function LazyDialog({ open, onClose, children }: LazyDialogProps) {
  const opened = useEverTrue(open);
  if (!opened) return null;
  return (
    <DialogBoundary open={open} onClose={onClose}>
      <Suspense fallback={open && <Waiting onGoneOn={onClose} />}>{children}</Suspense>
    </DialogBoundary>
  );
}

/** Shown while the code is loading. A click, typing, Tab, Escape or Back means that the person has gone on. */
function Waiting({ onGoneOn }: { onGoneOn: () => void }) {
  const latest = useRef(onGoneOn);
  latest.current = onGoneOn;
  const [isSlow, setSlow] = useState(false);

  useEffect(() => {
    const goneOn = () => latest.current();
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Tab' || key === 'Escape') goneOn();
    };
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    document.addEventListener('click', goneOn, true);
    document.addEventListener('input', goneOn, true);
    document.addEventListener('keydown', onKey, true);
    window.addEventListener('popstate', goneOn);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', goneOn, true);
      document.removeEventListener('input', goneOn, true);
      document.removeEventListener('keydown', onKey, true);
      window.removeEventListener('popstate', goneOn);
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
