import type { Video } from '@kinreel/contracts/videos';
import { watching as text } from '@kinreel/messages/en/watching';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import ReplayRounded from '@mui/icons-material/ReplayRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { useCountdown } from '../use-countdown.ts';

/** Duration of the countdown in seconds. */
export const COUNTDOWN_SECONDS = 10;

interface EndPanelProps {
  /** Null after the last video of the list. */
  next: Pick<Video, 'prompt'> | null;
  /** Whether the next video starts automatically. */
  counts: boolean;
  onWatchAgain: () => void;
  onNext: () => void;
  /** Replaces the next video after the last one. */
  back: ReactNode;
}

/** The tray after the end: watch again, or the next video, which starts automatically unless the person stops it. */
export function EndPanel({ next, counts, onWatchAgain, onNext, back }: EndPanelProps) {
  const [stopped, setStopped] = useState(false);
  const left = useCountdown(COUNTDOWN_SECONDS, counts && next !== null && !stopped, onNext);
  // This panel replaces the tray's buttons, one of which may have had the focus.
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) again.current?.focus({ preventScroll: true });
  }, []);
  const watchAgain = (
    <Button
      ref={again}
      variant="soft"
      startIcon={<ReplayRounded />}
      onClick={onWatchAgain}
      sx={{ minHeight: 56, flex: { xs: '1 0 100%', sm: 'none' } }}
    >
      {text.watchAgain}
    </Button>
  );
  return (
    <Box
      data-countdown
      role="group"
      aria-label={text.upNext}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: { xs: 3, sm: 5 },
        minHeight: 120,
        px: { xs: 4, sm: 6 },
        pb: { xs: 1, sm: 3.5 },
      }}
    >
      {watchAgain}
      {next ? (
        <>
          <Box
            aria-hidden
            sx={{
              alignSelf: 'stretch',
              borderInlineStart: 1,
              borderColor: 'divider',
              display: { xs: 'none', sm: 'block' },
            }}
          />
          {left !== null && <CountdownRing left={left} />}
          <Box sx={{ flex: { xs: 1, sm: '1 1 9em' }, minWidth: 0 }}>
            <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
              {text.next}
            </Box>
            <Typography
              variant="question"
              // A long question must not make the tray higher, because the picture above keeps its size.
              sx={{
                fontSize: { xs: '1.375rem', sm: '1.25rem' },
                display: '-webkit-box',
                WebkitBoxOrient: 'vertical',
                WebkitLineClamp: '2',
                overflow: 'hidden',
              }}
            >
              {next.prompt}
            </Typography>
            <Box
              component="span"
              aria-hidden
              className="num"
              sx={{ display: 'block', color: 'text.secondary', minHeight: 24 }}
            >
              {left !== null && text.startsIn({ count: left })}
            </Box>
            <Announcement
              text={left === null ? '' : text.nextStartsIn({ prompt: next.prompt, count: COUNTDOWN_SECONDS })}
            />
          </Box>
          <Box
            sx={{
              display: 'grid',
              gap: 2.5,
              gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr' },
              flex: { xs: '1 0 100%', sm: 'none' },
            }}
          >
            <Button
              variant="contained"
              startIcon={<PlayArrowRounded />}
              onClick={onNext}
              sx={{
                order: { xs: 1, sm: 0 },
                minHeight: { xs: 56, sm: 48 },
                gridColumn: left === null ? { xs: '1 / -1' } : undefined,
              }}
            >
              {left === null ? text.playNext : text.playNow}
            </Button>
            {left !== null && (
              <Button variant="outlined" onClick={() => setStopped(true)} sx={{ minHeight: { xs: 56, sm: 48 } }}>
                {text.stop}
              </Button>
            )}
          </Box>
        </>
      ) : (
        back
      )}
    </Box>
  );
}

/** Seconds as a ring that drains clockwise. The text next to it says the same. */
function CountdownRing({ left }: { left: number }) {
  return (
    <Box
      aria-hidden
      className="num"
      sx={{
        position: 'relative',
        flex: 'none',
        width: { xs: '5.25rem', sm: '6.25rem' },
        height: { xs: '5.25rem', sm: '6.25rem' },
        display: 'grid',
        placeItems: 'center',
        fontSize: { xs: '2.25rem', sm: '2.75rem' },
        fontWeight: 300,
      }}
    >
      <Box
        component="svg"
        viewBox="0 0 100 100"
        sx={{
          position: 'absolute',
          inset: 0,
          transform: 'rotate(-90deg)',
          fill: 'none',
          '& circle': { strokeWidth: 9 },
        }}
      >
        <Box component="circle" cx={50} cy={50} r={45.5} sx={{ stroke: (theme) => theme.vars?.palette.divider }} />
        <Box
          component="circle"
          cx={50}
          cy={50}
          r={45.5}
          pathLength={COUNTDOWN_SECONDS}
          strokeDasharray={COUNTDOWN_SECONDS}
          strokeDashoffset={left - COUNTDOWN_SECONDS}
          strokeLinecap="round"
          sx={{ stroke: (theme) => theme.vars?.palette.primary.main, transition: 'stroke-dashoffset 1s linear' }}
        />
      </Box>
      {left}
    </Box>
  );
}

/** Announces a text. The live region is rendered before its text. */
function Announcement({ text: spoken }: { text: string }) {
  const [shown, setShown] = useState('');
  useEffect(() => setShown(spoken), [spoken]);
  return (
    <span role="status" style={visuallyHidden}>
      {shown}
    </span>
  );
}
