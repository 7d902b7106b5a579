import { player as text } from '@kinreel/messages/en/player';
import { videos } from '@kinreel/messages/en/videos';
import VolumeUpRounded from '@mui/icons-material/VolumeUpRounded';
import ButtonBase from '@mui/material/ButtonBase';
import type { RefObject } from 'react';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { useBuffering } from '../use-buffering.ts';
import type { PlaybackErrorCode } from '../video-source.ts';
import { PlaybackError } from './playback-error.tsx';

interface PlayerNoticesProps {
  element: RefObject<HTMLVideoElement | null>;
  error: PlaybackErrorCode | null;
  muted: boolean;
  onRetry: () => void;
  onTurnSoundOn: () => void;
}

/** What is shown over the picture: buffering, an error, or the button that turns the sound on. */
export function PlayerNotices({ element, error, muted, onRetry, onTurnSoundOn }: PlayerNoticesProps) {
  const buffering = useBuffering(element);
  if (error) return <PlaybackError code={error} onRetry={onRetry} />;
  return (
    <>
      {buffering !== 'none' && (
        <div className="buffering">
          <Spinner label={videos.loadingVideo} />
          {buffering === 'long' && <span role="status">{text.slow}</span>}
        </div>
      )}
      {muted && (
        <ButtonBase className="unmute" onClick={onTurnSoundOn}>
          <VolumeUpRounded aria-hidden />
          {text.turnSoundOn}
        </ButtonBase>
      )}
    </>
  );
}
