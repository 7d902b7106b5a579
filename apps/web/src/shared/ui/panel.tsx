import { common } from '@kinreel/messages/en/common';
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { lazyComponent } from '../lazy-component.ts';
import { FailedState } from './states.tsx';

const FailedDialog = lazyComponent(() => import('./failed-dialog.tsx'), 'FailedDialog');

interface PanelProps {
  children: ReactNode;
  /** Shown while its code loads. */
  fallback?: ReactNode;
  /** Shows nothing if it fails: for extras that nobody would miss. */
  isExtra?: boolean;
}

/**
 * A part of a page that loads and fails on its own: if rendering it throws, the rest of the page stays, and Retry renders
 * the part again. Use it instead of `Suspense`.
 */
export function Panel({ children, fallback, isExtra = false }: PanelProps) {
  return (
    <ErrorBoundary
      fallbackRender={({ resetErrorBoundary }) =>
        !isExtra && <FailedState headingLevel="h2" title={common.partFailedTitle} onRetry={resetErrorBoundary} />
      }
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

interface DialogBoundaryProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Around a dialog, menu or drawer: if rendering it throws, a dialog with Retry is in its place. */
export function DialogBoundary({ open, onClose, children }: DialogBoundaryProps) {
  return (
    <ErrorBoundary
      resetKeys={[open]}
      fallbackRender={({ resetErrorBoundary }) => (
        <Suspense>
          <FailedDialog open={open} onClose={onClose} onRetry={resetErrorBoundary} />
        </Suspense>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
