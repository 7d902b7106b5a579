import type { Video } from '@kinreel/contracts/videos';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { type RefObject, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { isApiError } from '../../shared/api/api-error.ts';
import { watchingApi } from './watching.api.ts';

/** A playing video saves its position this often, in seconds. */
const SAVE_EVERY_SECONDS = 10;

/**
 * Saves where the user stops: while the video plays, when it is paused or ends, and when the page is left. A failure is not
 * shown: the next save follows soon.
 * @param watched null to save nothing
 * @param onGone called if the user may not watch the video any more: the player may have minutes of it, and would play on
 */
export function useSavedPosition(
  element: RefObject<HTMLVideoElement | null>,
  watched: Pick<Video, 'id' | 'preparation'> | null,
  onGone?: () => void,
): void {
  const { id: videoId = null, preparation = 1 } = watched ?? {};
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const gone = useRef(onGone);
  gone.current = onGone;
  useEffect(() => {
    let left = false;
    const video = element.current;
    if (!video || !videoId) return;
    let saved: number | null = null;
    const save = async () => {
      const seconds = Math.round(video.currentTime * 10) / 10;
      // Until it has played, the position is the one that was saved before.
      if (video.played.length === 0 || seconds === saved) return;
      saved = seconds;
      const request = watchingApi.endpoints.saveWatchPosition.initiate(
        { videoId, preparation, seconds },
        { track: false },
      );
      const { error } = await dispatch(request);
      if (!left && isApiError(error) && error.status === 404) gone.current?.();
    };
    const saveSometimes = () => {
      if (saved === null || Math.abs(video.currentTime - saved) >= SAVE_EVERY_SECONDS) void save();
    };
    const saveIfHidden = () => document.visibilityState === 'hidden' && void save();
    video.addEventListener('timeupdate', saveSometimes);
    for (const event of ['pause', 'ended']) video.addEventListener(event, save);
    document.addEventListener('visibilitychange', saveIfHidden);
    return () => {
      video.removeEventListener('timeupdate', saveSometimes);
      for (const event of ['pause', 'ended']) video.removeEventListener(event, save);
      document.removeEventListener('visibilitychange', saveIfHidden);
      left = true;
      void save();
    };
  }, [dispatch, element, videoId, preparation]);
}
