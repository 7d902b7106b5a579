import type { AccessReason } from '@kinreel/contracts/audience';
import { useEffect, useMemo } from 'react';
import { useGetAudienceInfiniteQuery } from './audience.api.ts';

/**
 * Everybody who can see one of the user's own videos, from all pages and by id, and the input of the sentence. Empty
 * until it is loaded.
 * @param videoId undefined: loads nothing
 */
export function useAccess(videoId: string | undefined) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useGetAudienceInfiniteQuery(videoId ?? '', {
    skip: videoId === undefined,
    refetchOnMountOrArgChange: true,
  });
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return useMemo(() => {
    const first = data?.pages[0];
    const people = data?.pages.flatMap((page) => page.people) ?? [];
    const reasons: ReadonlyMap<string, readonly AccessReason[]> = new Map(
      people.map((person) => [person.id, person.reasons.map(({ reason }) => reason)]),
    );
    return {
      facts: first && { permission: first.permission, audience: first.summary, opens_at: first.opens_at },
      access: { everyone: first?.permission === 'everyone', reasons },
    };
  }, [data]);
}
