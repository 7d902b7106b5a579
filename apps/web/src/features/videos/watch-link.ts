import { createContext, useContext } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../shared/paths.ts';
import { savePlace } from './return-place.ts';

/** The lists from which a video can be opened. The watch view links back to the list and plays its next video. */
export const WATCH_LISTS = ['mine', 'with-me', 'by-me', 'library', 'person', 'new'] as const;
export type WatchList = (typeof WATCH_LISTS)[number];

/** State of the history entry of a watch view: where it was opened. */
export interface WatchPlace {
  list: WatchList;
  /** Path and query of the page with the list, one entry back; null if it was opened in another way. */
  from: string | null;
}

/** The list that contains a card. */
export const WatchListContext = createContext<WatchList>('mine');

/**
 * Props of a link that opens a video of the surrounding list. @param seconds start position; default: the watch
 * position
 */
export function useWatchLink(videoId: string, seconds?: number) {
  const list = useContext(WatchListContext);
  const { key, pathname, search } = useLocation();
  const state: WatchPlace = { list, from: pathname + search };
  return {
    to: seconds === undefined ? paths.watch(videoId) : paths.watchFrom(videoId, seconds),
    state,
    onClick: () => savePlace(key, videoId),
  };
}

/** The state of a history entry, which may come from an earlier release. */
export function readWatchPlace(state: unknown): WatchPlace | null {
  const { list, from } = (state ?? {}) as Partial<WatchPlace>;
  const isList = WATCH_LISTS.some((one) => one === list);
  return isList ? { list: list as WatchList, from: typeof from === 'string' ? from : null } : null;
}
