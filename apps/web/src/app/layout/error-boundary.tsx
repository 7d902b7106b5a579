import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { untilReachable } from '../../shared/api/reachability.ts';
import { FailedState } from '../../shared/ui/states.tsx';

/** A page that broke says so instead of leaving an empty screen, and lets go when another page is opened. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <RouteErrorBoundary place={useLocation().pathname}>{children}</RouteErrorBoundary>;
}

interface RouteErrorBoundaryProps {
  place: string;
  children: ReactNode;
}

class RouteErrorBoundary extends Component<RouteErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidUpdate(before: RouteErrorBoundaryProps): void {
    if (this.state.broken && before.place !== this.props.place) this.setState({ broken: false });
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <FailedState
        headingLevel="h1"
        title="This page could not be shown"
        text="Your stories are safe. Please try again."
        onRetry={() => void untilReachable().then(() => window.location.reload())}
      />
    );
  }
}
