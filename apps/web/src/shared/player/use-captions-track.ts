import { type RefObject, useEffect } from 'react';
import { usePreference } from '../use-preference.ts';

/**
 * Turns the captions of a video on and off, and saves the choice in this browser.
 * @param url null without captions
 * @param overPicture whether the browser draws them over the picture; otherwise they are shown elsewhere
 */
export function useCaptionsTrack(
  element: RefObject<HTMLVideoElement | null>,
  url: string | null,
  overPicture: boolean,
) {
  const [shown, setShown] = usePreference('kinreel.captions');

  useEffect(() => {
    if (!url) return;
    const track = element.current?.querySelector<HTMLTrackElement>('track[kind=captions]')?.track;
    if (track) track.mode = shown && overPicture ? 'showing' : 'hidden';
  }, [element, overPicture, shown, url]);

  return { shown, toggle: () => setShown(!shown) };
}
