import type { Video } from '@kinreel/contracts/videos';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { usePreference } from '../../../shared/use-preference.ts';
import { SaidPanel } from './said-panel.tsx';
import { UpNext, type WatchLink } from './up-next.tsx';
import { WatchFrame } from './watch-frame.tsx';
import { type Said, WatchPlayer } from './watch-player.tsx';

/** The most videos that Up next shows. */
const MAX_UP_NEXT = 4;

interface WatchViewProps {
  video: Video;
  startAt: number | null;
  autoPlay: boolean;
  savesPosition: boolean;
  /** The link back to the list; null if there is no list. */
  back: ReactNode;
  /** Who made it, and when. */
  by?: ReactNode;
  /** Who can see it, and what the viewer may do with it. */
  actions?: ReactNode;
  /** The videos after this one in the list. */
  following: readonly Video[];
  linkTo: (video: Video) => WatchLink;
  onNext: (video: Video) => void;
  /** Shown when the last video of the list has ended. */
  endAction: ReactNode;
  /** Asks for the video again: what is playing was replaced, or the user may not watch it any more. */
  onSourceLost?: () => void;
}

/** One layout for one's own, another's, a shared and the demo video. */
export function WatchView(props: WatchViewProps) {
  const { video, startAt, autoPlay, savesPosition, back, by, actions, following, linkTo, onNext, endAction } = props;
  const [said, setSaid] = useState<Said | null>(null);
  const [playsNext, setPlaysNext] = usePreference('kinreel.play-next');
  const [next = null] = following;

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
          onSaid={setSaid}
          onSourceLost={props.onSourceLost}
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
      said={
        said &&
        said.lines.length > 0 && <SaidPanel lines={said.lines} current={said.current} onChoose={said.playFrom} />
      }
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
