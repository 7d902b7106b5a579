import { useEffect } from 'react';
import { usePageVisible } from '../../shared/ui/use-page-visible.ts';
import { useGetUnreadCountQuery } from './notifications.api.ts';

/** How often it is asked again while somebody can see the tab, in milliseconds. */
const POLL_MS = 60_000;

/** How much a person has not seen yet. Asked every minute while the tab is visible, and when somebody comes back to it. */
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
