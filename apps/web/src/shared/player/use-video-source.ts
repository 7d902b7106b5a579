import { type RefObject, useEffect, useRef, useState } from 'react';
import { isOffline, onConnectivityChange, untilReachable } from '../api/reachability.ts';
import { useRenewMediaCookieMutation } from './media-cookie.api.ts';
import type { PlayableVideo } from './playable-video.ts';
import { openSource, type PlaybackErrorCode, type VideoSource } from './video-source.ts';

/** Where and how playback starts. */
export interface VideoStart {
  /** In seconds; null until it is known. */
  at: number | null;
  /** Whether it plays as soon as possible. */
  autoPlay: boolean;
}

/**
 * Loads a video into an element when its start position is known. Provides its sizes and its error.
 * @param onSourceLost reloads the video data: the playing source was replaced, or the video was deleted
 */
export function useVideoSource(
  element: RefObject<HTMLVideoElement | null>,
  video: PlayableVideo,
  { at, autoPlay }: VideoStart,
  onSourceLost?: () => void,
) {
  const source = useRef<VideoSource>(null);
  const [error, setError] = useState<PlaybackErrorCode | null>(null);
  /** Available heights in pixels. */
  const [sizes, setSizes] = useState<number[]>([]);
  /** The selected height; null for automatic. */
  const [size, setSize] = useState<number | null>(null);
  /** The height that is playing; null while unknown. */
  const [playingSize, setPlayingSize] = useState<number | null>(null);
  const [blocked, setBlocked] = useState(false);
  const [renewMediaCookie] = useRenewMediaCookieMutation();
  const latest = useRef(video);
  latest.current = video;
  const sourceLost = useRef(onSourceLost);
  sourceLost.current = onSourceLost;

  useEffect(() => {
    const player = element.current;
    if (!player || at === null) return;
    const events = {
      // Initially both are empty: skip the render.
      onSizes: (heights: number[]) => setSizes((before) => (before.length + heights.length === 0 ? before : heights)),
      onSize: setPlayingSize,
      onError: (code: PlaybackErrorCode) => {
        setError(code);
        // The page may know the reason.
        if (code === 'unavailable') sourceLost.current?.();
      },
      onBlocked: () => setBlocked(true),
      onSourceLost: () => sourceLost.current?.(),
      renewMediaCookie: async () => !(await renewMediaCookie()).error,
    };
    const opened = openSource(player, () => latest.current, events, { at, autoPlay });
    source.current = opened;
    opened.open();
    return () => {
      player.pause();
      opened.close();
    };
  }, [element, at, autoPlay, renewMediaCookie]);

  // Resume automatically when the connection is back.
  useEffect(() => {
    if (error !== 'connection') return;
    const stop = onConnectivityChange(() => {
      if (isOffline()) return;
      setError(null);
      source.current?.retry();
    });
    void untilReachable();
    return () => void stop();
  }, [error]);

  return {
    error,
    /** The browser blocks playback until Play is pressed. */
    blocked,
    sizes,
    size,
    playingSize,
    chooseSize(height: number | null) {
      setSize(height);
      source.current?.chooseSize(height);
    },
    retry() {
      setError(null);
      source.current?.retry();
    },
  };
}
