import { useEffect } from 'react';
import { usePageVisible } from '../../shared/ui/use-page-visible.ts';
import { useGetUnreadCountQuery } from './notifications.api.ts';

/** Polling interval while the tab is visible, in milliseconds. */
const POLL_MS = 60_000;

/** Number of unread notifications. Polled while the tab is visible and refetched when the user returns to it. */
export function useUnreadCount(): number {
  const visible = usePageVisible();
  const { data = 0, refetch } = useGetUnreadCountQuery(undefined, {
    pollingInterval: visible ? POLL_MS : 0,
    refetchOnMountOrArgChange: POLL_MS / 1000,
  });
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === 'visible') void refetch();
    };
    window.addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [refetch]);
  return data;
}
