import { type RefObject, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Where somebody left a list, by the key of its history entry. */
const places = new Map<string, { videoId: string; top: number }>();

/** Remembers the place in a list before one of its videos is opened. */
export function leavePlace(locationKey: string, videoId: string): void {
  places.set(locationKey, { videoId, top: window.scrollY });
}

/** After going back to a list: the same place, with the focus on the video that was opened. @param ready it has its rows */
export function useReturnPlace(list: RefObject<HTMLElement | null>, ready: boolean): void {
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
