import { isOffline, onConnectivityChange, untilReachable } from '../../shared/api/reachability.ts';
import type { UploadEffect, UploadEvent } from './upload-types.ts';

/**
 * Waits for the connection. Reports the end of the delay, and signs of a connection: the browser is online, the server
 * responds, or the person returns to the tab.
 */
export function waitForConnection(
  { key, attempt, delayMs }: Extract<UploadEffect, { type: 'wait' }>,
  signal: AbortSignal,
  report: (event: UploadEvent) => void,
): void {
  const timer = setTimeout(() => report({ type: 'uploads/waitEnded', key, attempt }), delayMs);
  const onReturn = () => {
    if (document.visibilityState === 'visible') report({ type: 'uploads/connectionReturned' });
  };
  const unsubscribe = onConnectivityChange(() => {
    if (!isOffline()) onReturn();
  });
  window.addEventListener('online', onReturn, { signal });
  document.addEventListener('visibilitychange', onReturn, { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    unsubscribe();
  });
  void untilReachable();
}
