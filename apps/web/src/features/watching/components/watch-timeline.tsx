import { watching as text } from '@kinreel/messages/en/watching';
import ReplayRounded from '@mui/icons-material/ReplayRounded';
import Button from '@mui/material/Button';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { formatDuration } from '../../../shared/format/duration-and-size.ts';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';

/** Seconds that keys move the timeline. */
const STEPS: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
};

/** Duration of the "Start again" offer, in milliseconds. */
const OFFER_MS = 8000;

interface WatchTimelineProps {
  /** Id of the media-controller. */
  controller: string;
  element: RefObject<HTMLVideoElement | null>;
  /** Duration in seconds, as on the card; null if the server does not know it. */
  duration: number | null;
  ended: boolean;
  seek: (seconds: number) => void;
  /** Whether the video has resumed at the watch position. */
  offersStart: boolean;
}

/** The position, the timeline and the duration. Time runs from left to right in every language. */
export function WatchTimeline(props: WatchTimelineProps) {
  const { controller, element, duration, ended, seek, offersStart } = props;
  const [seconds, setSeconds] = useState(0);
  const [measured, setMeasured] = useState<number | null>(null);
  const [startOffered, setStartOffered] = useState(false);
  const length = duration ?? measured;

  useEffect(() => {
    const video = element.current;
    if (!video) return;
    const update = () => {
      setSeconds(video.currentTime);
      if (Number.isFinite(video.duration)) setMeasured(video.duration);
    };
    const events = ['timeupdate', 'seeking', 'durationchange'];
    for (const event of events) video.addEventListener(event, update);
    return () => {
      for (const event of events) video.removeEventListener(event, update);
    };
  }, [element]);

  useEffect(() => {
    if (!offersStart) return;
    setStartOffered(true);
    const timer = setTimeout(() => setStartOffered(false), OFFER_MS);
    return () => clearTimeout(timer);
  }, [offersStart]);

  function onKeyDownCapture(event: KeyboardEvent) {
    const video = element.current;
    if (!video || event.altKey || event.ctrlKey || event.metaKey) return;
    const end = video.duration || length || 0;
    const step = STEPS[event.key];
    const target =
      step !== undefined ? video.currentTime + step : event.key === 'Home' ? 0 : event.key === 'End' ? end : null;
    if (target === null) return;
    // Replaces the steps of the range element, which depend on the duration.
    event.preventDefault();
    event.stopPropagation();
    seek(target);
  }

  // At the end the position equals the duration, even if the file differs.
  const now = formatDuration(length === null ? seconds : ended ? length : Math.min(seconds, length));
  return (
    <div className="timeline num" dir="ltr">
      <span>
        <span style={visuallyHidden}>{text.now({ time: now })}</span>
        <span aria-hidden>{now}</span>
      </span>
      <media-time-range mediacontroller={controller} onKeyDownCapture={onKeyDownCapture} />
      {startOffered ? (
        <Button
          startIcon={<ReplayRounded />}
          aria-label={text.startAgainLong}
          onClick={() => {
            setStartOffered(false);
            seek(0);
          }}
          sx={{ my: -0.5, minHeight: 44, px: 2, marginInlineEnd: -2, whiteSpace: 'nowrap' }}
        >
          {text.startAgain}
        </Button>
      ) : (
        <span>
          <span style={visuallyHidden}>{text.length({ time: formatDuration(length ?? 0) })}</span>
          <span aria-hidden>{formatDuration(length ?? 0)}</span>
        </span>
      )}
    </div>
  );
}
