import { MIN_TRIM_SECONDS } from '@kinreel/contracts/trimming';
import type { Video } from '@kinreel/contracts/videos';
import { common } from '@kinreel/messages/en/common';
import { trimming as text } from '@kinreel/messages/en/trimming';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { formatDuration } from '../../../shared/format/duration-and-size.ts';
import { Filmstrip } from '../../../shared/player/filmstrip.tsx';
import { LazyPlayer } from '../../../shared/player/lazy-player.tsx';
import { plainVideo } from '../../../shared/player/playable-video.ts';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { useOpening } from '../../../shared/ui/use-opening.ts';
import { formatMoment, movedPart, type Part, trimOfPart } from '../part.ts';
import { useChangeTrimMutation } from '../trimming.api.ts';

/** The fields of a video that the dialog needs. */
export type TrimmedVideo = Pick<
  Video,
  'id' | 'prompt' | 'url' | 'poster_url' | 'preview_url' | 'captions_url' | 'duration' | 'trim'
>;

interface TrimDialogProps {
  /** The video to trim; null while closed. */
  video: TrimmedVideo | null;
  onClose: () => void;
}

/** Trims one of the user's own videos, or removes the trim. */
export function TrimDialog({ video: current, onClose }: TrimDialogProps) {
  const last = useOpening(current);
  if (!last) return null;
  return <TrimDialogContent key={last.opening} video={last.shown} open={current !== null} onClose={onClose} />;
}

function TrimDialogContent({ video, open, onClose }: { video: TrimmedVideo; open: boolean; onClose: () => void }) {
  const notices = useNotices();
  const [change, { isLoading, error }] = useChangeTrimMutation();
  const duration = video.url ? (video.duration ?? 0) : 0;
  const [part, setPart] = useState<Part>({ start: 0, end: duration });
  const isChanged = part.start > 0 || part.end < duration;

  async function save(trim: Part | null) {
    const { data } = await change({ videoId: video.id, trim: trim && trimOfPart(trim, video) });
    if (!data) return;
    notices.success({ title: text.saved, text: text.savedText });
    onClose();
  }

  return (
    <AppDialog
      open={open}
      title={text.title}
      subtitle={video.prompt}
      maxWidth={760}
      busy={isLoading}
      onClose={onClose}
      actions={
        <>
          <Button variant="text" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            variant="contained"
            disabled={!isChanged}
            loading={isLoading}
            loadingPosition="start"
            onClick={() => void save(part)}
          >
            {common.save}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <Typography>{text.hint}</Typography>
        {video.trim && (
          <Alert severity="info" sx={{ '& .MuiAlert-message': { display: 'grid', gap: 2, justifyItems: 'start' } }}>
            <Box>
              <b>{text.trimmedTitle}</b>
              <div className="num">
                {text.trimmedText({
                  start: formatMoment(video.trim.start),
                  end: formatMoment(video.trim.end),
                  all: formatMoment(video.trim.whole),
                })}
              </div>
            </Box>
            <Button variant="outlined" disabled={isLoading} onClick={() => void save(null)}>
              {text.showWhole}
            </Button>
          </Alert>
        )}
        {error && <Alert severity="error">{errorMessage(error)}</Alert>}
        {duration > MIN_TRIM_SECONDS && <Choice video={video} duration={duration} part={part} onChange={setPart} />}
        <Typography sx={{ color: 'text.secondary' }}>
          {text.waiting} {text.picture} {video.captions_url && text.captions}
        </Typography>
      </Box>
    </AppDialog>
  );
}

interface ChoiceProps {
  video: TrimmedVideo;
  /** Duration of the currently visible part, in seconds. */
  duration: number;
  part: Part;
  onChange: (part: Part) => void;
}

/** The video, and a slider with a thumb for start and end. The video shows the chosen position. */
function Choice({ video, duration, part, onChange }: ChoiceProps) {
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const playable = useMemo(
    () => ({ ...plainVideo(video.prompt, video.url, video.poster_url), preview_url: video.preview_url }),
    [video.prompt, video.url, video.poster_url, video.preview_url],
  );

  function move(change: Partial<Part>) {
    const next = movedPart(part, change, duration);
    onChange(next);
    if (!element) return;
    element.pause();
    element.currentTime = change.start === undefined ? next.end : next.start;
  }
  function show(seconds: number) {
    element?.pause();
    if (element) element.currentTime = seconds;
  }

  return (
    <>
      <Box
        sx={{
          position: 'relative',
          aspectRatio: '16 / 9',
          maxHeight: '32vh',
          width: 1,
          borderRadius: '12px',
          bgcolor: '#181f1a',
        }}
      >
        <LazyPlayer video={playable} label={text.video({ prompt: video.prompt })} onElement={setElement} />
      </Box>
      <Filmstrip element={element} duration={duration} part={part} onPick={show} />
      <Slider
        getAriaLabel={(index) => (index === 0 ? text.start : text.end)}
        getAriaValueText={formatMoment}
        min={0}
        max={Math.ceil(duration * 10) / 10}
        step={0.1}
        shiftStep={1}
        disableSwap
        value={[part.start, part.end]}
        onChange={(_event, [start = 0, end = duration], index) =>
          // The slider has a resolution of a tenth of a second.
          move(index === 0 ? { start } : { end: end > duration - 0.1 ? duration : end })
        }
        sx={{ marginInline: 2, width: 'auto', mt: -3 }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 4, mt: -3 }}>
        <End
          label={text.start}
          here={text.startHere}
          seconds={part.start}
          onHere={() => move({ start: element?.currentTime ?? 0 })}
        />
        <End
          label={text.end}
          here={text.endHere}
          seconds={part.end}
          onHere={() => move({ end: element?.currentTime ?? 0 })}
        />
      </Box>
      <Typography role="status" className="num" sx={{ fontWeight: 600 }}>
        {text.left({ left: formatDuration(part.end - part.start), all: formatDuration(duration) })}
      </Typography>
    </>
  );
}

interface EndProps {
  label: string;
  /** Label of the button that takes the current position of the video. */
  here: string;
  seconds: number;
  onHere: () => void;
}

/** Start or end of the part, and a button that sets it to the current position of the video. */
function End({ label, here, seconds, onHere }: EndProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 4 }}>
      <Box>
        <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
        <div className="num">{formatMoment(seconds)}</div>
      </Box>
      <Button variant="soft" onClick={onHere}>
        {here}
      </Button>
    </Box>
  );
}
