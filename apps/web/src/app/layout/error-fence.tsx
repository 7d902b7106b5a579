import { Component, type ReactNode } from 'react';
import { FailedState } from '../../shared/ui/states.tsx';

/**
 * A page that broke, or whose file could not be fetched (the line is down, or a new release has replaced it), says so
 * instead of leaving an empty screen.
 */
export class ErrorFence extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <FailedState
        headingLevel="h1"
        title="This page could not be shown"
        text="Your stories are safe. Please check your connection, then try again."
        onRetry={() => window.location.reload()}
      />
    );
  }
}
