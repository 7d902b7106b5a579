import { player as text } from '@kinreel/messages/en/player';
import type { RefObject } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import { PlaybackError } from './playback-error.tsx';
import { useBuffering } from './use-buffering.ts';
import type { PlaybackErrorCode } from './video-source.ts';

interface PlayerNoticesProps {
  element: RefObject<HTMLVideoElement | null>;
  error: PlaybackErrorCode | null;
  onRetry: () => void;
}

/** Overlay for buffering and errors. */
export function PlayerNotices({ element, error, onRetry }: PlayerNoticesProps) {
  const buffering = useBuffering(element);
  if (error) return <PlaybackError code={error} onRetry={onRetry} />;
  if (buffering === 'none') return null;
  return (
    <div className="buffering">
      <Spinner label={text.loadingVideo} />
      {buffering === 'long' && <span role="status">{text.slow}</span>}
    </div>
  );
}
