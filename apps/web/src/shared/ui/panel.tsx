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
  /** Shows nothing if it fails, for optional parts. */
  isExtra?: boolean;
}

/**
 * A part of a page that loads and fails independently: if rendering throws, the rest of the page stays, and Retry
 * renders the part again. Use it instead of `Suspense`.
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

/** Error boundary of a dialog, menu or drawer: if rendering throws, a dialog with Retry replaces it. */
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
