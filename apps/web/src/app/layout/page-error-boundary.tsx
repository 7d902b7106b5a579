import { layout as text } from '@kinreel/messages/en/layout';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router';
import { untilReachable } from '../../shared/api/reachability.ts';
import { FailedState } from '../../shared/ui/states.tsx';

/** Shows an error state when rendering a page throws. It resets when the user opens another page. */
export function PageErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={PageFailed} resetKeys={[useLocation().pathname]}>
      {children}
    </ErrorBoundary>
  );
}

function PageFailed() {
  return (
    <FailedState
      headingLevel="h1"
      title={text.pageFailedTitle}
      text={text.pageFailedText}
      onRetry={() => void untilReachable().then(() => window.location.reload())}
    />
  );
}
