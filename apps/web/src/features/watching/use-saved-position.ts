import type { Video } from '@kinreel/contracts/videos';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { type RefObject, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { isApiError } from '../../shared/api/api-error.ts';
import { watchingApi } from './watching.api.ts';

/** Interval of saving the position during playback, in seconds. */
const SAVE_EVERY_SECONDS = 10;

/**
 * Saves the watch position: during playback, when the video is paused or ends, and when the page is left. Errors are
 * ignored, because the next save follows soon.
 * @param watched null to save nothing
 * @param onForbidden called if the user may not watch the video any more, because the player may still have minutes of
 * buffered video
 */
export function useSavedPosition(
  element: RefObject<HTMLVideoElement | null>,
  watched: Pick<Video, 'id' | 'preparation'> | null,
  onForbidden?: () => void,
): void {
  const { id: videoId = null, preparation = 1 } = watched ?? {};
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const forbidden = useRef(onForbidden);
  forbidden.current = onForbidden;
  useEffect(() => {
    let left = false;
    const video = element.current;
    if (!video || !videoId) return;
    let saved: number | null = null;
    const save = async () => {
      const seconds = Math.round(video.currentTime * 10) / 10;
      // Before playback, the position is the saved one.
      if (video.played.length === 0 || seconds === saved) return;
      saved = seconds;
      const request = watchingApi.endpoints.saveWatchPosition.initiate(
        { videoId, preparation, seconds },
        { track: false },
      );
      const { error } = await dispatch(request);
      // The page of what is new may have asked before the server knew that this video was played.
      if (left && !error) dispatch(watchingApi.util.invalidateTags(['News']));
      if (!left && isApiError(error) && error.status === 404) forbidden.current?.();
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
