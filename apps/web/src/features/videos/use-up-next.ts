import type { Video } from '@kinreel/contracts/videos';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useMemo } from 'react';
import {
  useGetMyVideosInfiniteQuery,
  useGetPersonVideosInfiniteQuery,
  useGetSharedByMeInfiniteQuery,
  useGetSharedWithMeInfiniteQuery,
  useGetWhatsNewQuery,
} from './videos.api.ts';
import type { WatchList } from './watch-link.ts';

/** @returns the playable videos after the current one, from the loaded part of the list where it was opened */
export function useUpNext(list: WatchList, video: Pick<Video, 'id' | 'user_id'> | null): readonly Video[] {
  const ownerId = video?.user_id ?? null;
  const isMine = list === 'mine' || list === 'library';
  // Selects only the rows, so that a loading list does not render the watch view again.
  const mine = useGetMyVideosInfiniteQuery(undefined, {
    skip: !video || !isMine,
    selectFromResult: ({ data }) => ({ data }),
  });
  const withMe = useGetSharedWithMeInfiniteQuery(undefined, {
    skip: !video || list !== 'with-me',
    selectFromResult: ({ data }) => ({ data }),
  });
  const byMe = useGetSharedByMeInfiniteQuery(undefined, {
    skip: !video || list !== 'by-me',
    selectFromResult: ({ data }) => ({ data }),
  });
  const theirs = useGetPersonVideosInfiniteQuery(list === 'person' && ownerId ? ownerId : skipToken, {
    selectFromResult: ({ data }) => ({ data }),
  });
  const { fresh } = useGetWhatsNewQuery(undefined, {
    skip: !video || list !== 'new',
    selectFromResult: ({ data }) => ({ fresh: data?.videos }),
  });
  const paged = { mine, library: mine, 'with-me': withMe, 'by-me': byMe, person: theirs, new: null }[list];
  const pages = paged?.data?.pages;
  return useMemo(() => {
    const rows: readonly Video[] =
      (list === 'new' ? fresh : pages?.flatMap((page) => page.rows as readonly Video[])) ?? [];
    return videosAfter(rows, video?.id ?? '');
  }, [list, fresh, pages, video?.id]);
}

/** The playable videos after `id`. All of them if `id` is not in the loaded part of the list. */
export function videosAfter<T extends Pick<Video, 'id' | 'url'>>(rows: readonly T[], id: string): T[] {
  const at = rows.findIndex((row) => row.id === id);
  return rows.slice(at + 1).filter((row) => row.url !== null);
}
