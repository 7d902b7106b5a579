import { countIncomingRequests } from './connection-status.ts';
import { useGetConnectionsInfiniteQuery } from './connections.api.ts';

/** Number of incoming requests on the first page, which is enough for the badge maximum of 99. */
export function usePendingCount(userId: string): number {
  const { data } = useGetConnectionsInfiniteQuery({ userId, list: 'requests' });
  return countIncomingRequests(data?.pages.flatMap((page) => page.rows) ?? [], userId);
}
