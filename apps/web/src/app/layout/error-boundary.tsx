import { layout as text } from '@kinreel/messages/en/layout';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { untilReachable } from '../../shared/api/reachability.ts';
import { FailedState } from '../../shared/ui/states.tsx';

/** Shows an error state when rendering a page throws. It resets when the user opens another page. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <RouteErrorBoundary pathname={useLocation().pathname}>{children}</RouteErrorBoundary>;
}

interface RouteErrorBoundaryProps {
  pathname: string;
  children: ReactNode;
}

class RouteErrorBoundary extends Component<RouteErrorBoundaryProps, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError(): { hasError: boolean } {
    return { hasError: true };
  }

  override componentDidUpdate(previous: RouteErrorBoundaryProps): void {
    if (this.state.hasError && previous.pathname !== this.props.pathname) this.setState({ hasError: false });
  }

  override render(): ReactNode {
    if (!this.state.hasError) return this.props.children;
    return (
      <FailedState
        headingLevel="h1"
        title={text.pageFailedTitle}
        text={text.pageFailedText}
        onRetry={() => void untilReachable().then(() => window.location.reload())}
      />
    );
  }
}
