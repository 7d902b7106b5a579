import { countIncoming } from './connection-status.ts';
import { useGetConnectionsInfiniteQuery } from './connections.api.ts';

/** How many requests wait for the signed-in person, as far as they are loaded: enough for a badge of at most 99. */
export function usePendingCount(userId: string): number {
  const { data } = useGetConnectionsInfiniteQuery({ userId, list: 'requests' });
  return countIncoming(data?.pages.flatMap((page) => page.rows) ?? [], userId);
}
