import type { Video } from '@kinreel/contracts/videos';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { openSource, type PlaybackErrorCode, type VideoSource } from './video-source.ts';
import { useRenewMediaCookieMutation } from './videos.api.ts';

/** Plays a video in an element as soon as it is mounted; its sizes and its error. */
export function useVideoSource(element: RefObject<HTMLVideoElement | null>, video: Video) {
  const source = useRef<VideoSource>(null);
  const [error, setError] = useState<PlaybackErrorCode | null>(null);
  /** Available heights in pixels. */
  const [sizes, setSizes] = useState<number[]>([]);
  /** The selected height; null for automatic. */
  const [size, setSize] = useState<number | null>(null);
  /** The height that is playing; null while unknown. */
  const [playingSize, setPlayingSize] = useState<number | null>(null);
  const [renewMediaCookie] = useRenewMediaCookieMutation();
  const latest = useRef(video);
  latest.current = video;

  useEffect(() => {
    const player = element.current;
    if (!player) return;
    const opened = openSource(player, () => latest.current, {
      onSizes: setSizes,
      onSize: setPlayingSize,
      onError: setError,
      renewMediaCookie: async () => !(await renewMediaCookie()).error,
    });
    source.current = opened;
    opened.play();
    return () => {
      player.pause();
      opened.close();
    };
  }, [element, renewMediaCookie]);

  return {
    error,
    sizes,
    size,
    playingSize,
    chooseSize(height: number | null) {
      setSize(height);
      source.current?.chooseSize(height);
    },
    retry() {
      setError(null);
      source.current?.play();
    },
  };
}
