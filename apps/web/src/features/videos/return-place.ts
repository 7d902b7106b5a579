import { type RefObject, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** The scroll position of a list by the key of its history entry. */
const places = new Map<string, { videoId: string; top: number }>();

/** Saves the scroll position of a list before one of its videos is opened. */
export function savePlace(locationKey: string, videoId: string): void {
  places.set(locationKey, { videoId, top: window.scrollY });
}

/**
 * After going back to a list, restores the scroll position and focuses the video that was opened. @param ready whether
 * the list has its rows
 */
export function useRestoredPlace(list: RefObject<HTMLElement | null>, ready: boolean): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    const place = places.get(key);
    if (!ready || !place || type !== NavigationType.Pop) return;
    places.delete(key);
    window.scrollTo(0, place.top);
    list.current
      ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(place.videoId)}"] a:not([aria-hidden])`)
      ?.focus({ preventScroll: true });
  }, [key, list, ready, type]);
}
