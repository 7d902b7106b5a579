import { type RefObject, useEffect, useRef, useState } from 'react';
import { isOffline, onConnectivityChange, untilReachable } from '../api/reachability.ts';
import { useRenewMediaCookieMutation } from './media-cookie.api.ts';
import type { PlayableVideo } from './playable-video.ts';
import { openSource, type PlaybackErrorCode, type VideoSource } from './video-source.ts';

/** How a video begins. */
export interface VideoStart {
  /** Seconds; null while it is not known yet. */
  at: number | null;
  /** Plays as soon as it can. */
  autoPlay: boolean;
}

/**
 * Loads a video into an element as soon as it is known where it begins; its sizes and its error.
 * @param onSourceGone asks for the video again: what is playing was replaced, or the video was deleted
 */
export function useVideoSource(
  element: RefObject<HTMLVideoElement | null>,
  video: PlayableVideo,
  { at, autoPlay }: VideoStart,
  onSourceGone?: () => void,
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
  const gone = useRef(onSourceGone);
  gone.current = onSourceGone;

  useEffect(() => {
    const player = element.current;
    if (!player || at === null) return;
    const events = {
      // At the start there are none before and after: no reason to render.
      onSizes: (heights: number[]) => setSizes((before) => (before.length + heights.length === 0 ? before : heights)),
      onSize: setPlayingSize,
      onError: (code: PlaybackErrorCode) => {
        setError(code);
        // The page may know more to say.
        if (code === 'unavailable') gone.current?.();
      },
      onBlocked: () => setBlocked(true),
      onSourceGone: () => gone.current?.(),
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

  // When the connection is back, the video continues without a press on Retry.
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
    /** The browser plays only after a press on Play. */
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
