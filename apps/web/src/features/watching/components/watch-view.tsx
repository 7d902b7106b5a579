import type { Video } from '@kinreel/contracts/videos';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef, useState } from 'react';
import { PLAYS_NEXT, usePreference } from '../../../shared/use-preference.ts';
import { CaptionsPanel } from './captions-panel.tsx';
import { UpNext, type WatchLink } from './up-next.tsx';
import { WatchFrame } from './watch-frame.tsx';
import { type Captions, type PlayerHandle, WatchPlayer } from './watch-player.tsx';

/** Maximum number of videos in Up next. */
const MAX_UP_NEXT = 4;

interface WatchViewProps {
  video: Video;
  startAt: number | null;
  autoPlay: boolean;
  savesPosition: boolean;
  /** The link back to the list; null if there is no list. */
  back: ReactNode;
  /** Who made the video, and when. */
  by?: ReactNode;
  /** Who can see the video, and the viewer's actions. */
  actions?: ReactNode;
  /** What people said about the video. */
  renderNotes?: (player: PlayerHandle) => ReactNode;
  /** The videos after this one in the list. */
  following: readonly Video[];
  linkTo: (video: Video) => WatchLink;
  onNext: (video: Video) => void;
  /** Shown after the last video of the list. */
  endAction: ReactNode;
  /** Reloads the video data: the playing source was replaced, or the user may not watch it any more. */
  onSourceLost?: () => void;
}

/** The layout for the user's own, other people's, shared and demo videos. */
export function WatchView(props: WatchViewProps) {
  const { video, startAt, autoPlay, savesPosition, back, by, actions, following, linkTo, onNext, endAction } = props;
  const [captions, setCaptions] = useState<Captions | null>(null);
  const [playsNext, setPlaysNext] = usePreference(PLAYS_NEXT);
  const [next = null] = following;
  const handle = useRef<PlayerHandle>(null);
  // Constant, so that what is shown around the player does not render again with it.
  const [player] = useState<PlayerHandle>({
    currentTime: () => handle.current?.currentTime() ?? 0,
    playFrom: (seconds) => handle.current?.playFrom(seconds),
    pause: () => handle.current?.pause(),
  });

  return (
    <WatchFrame
      back={back}
      player={
        <WatchPlayer
          key={video.id}
          video={video}
          startAt={startAt}
          autoPlay={autoPlay}
          savesPosition={savesPosition}
          next={next}
          playsNext={playsNext}
          onNext={() => next && onNext(next)}
          endAction={endAction}
          onCaptions={setCaptions}
          onSourceLost={props.onSourceLost}
          handle={handle}
        />
      }
      meta={
        <>
          <Typography
            variant="question"
            component="h1"
            sx={{ fontSize: { xs: '1.5625rem', sm: '2.25rem' }, lineHeight: 1.15 }}
          >
            {video.prompt}
          </Typography>
          {by}
          {actions && (
            <Box sx={{ mt: { xs: 3, sm: 5 }, pt: { sm: 4.5 }, borderTop: { sm: 1 }, borderColor: { sm: 'divider' } }}>
              {actions}
            </Box>
          )}
        </>
      }
      captions={
        captions &&
        captions.lines.length > 0 && (
          <CaptionsPanel lines={captions.lines} current={captions.current} onChoose={captions.playFrom} />
        )
      }
      notes={props.renderNotes?.(player)}
      upNext={
        following.length > 0 && (
          <UpNext
            videos={following.slice(0, MAX_UP_NEXT)}
            linkTo={linkTo}
            playsNext={playsNext}
            onPlaysNext={setPlaysNext}
          />
        )
      }
    />
  );
}
