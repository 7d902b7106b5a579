import { MAX_PHOTO_BYTES } from '@kinreel/contracts/constants';
import type { Video } from '@kinreel/contracts/videos';
import { common } from '@kinreel/messages/en/common';
import { photos } from '@kinreel/messages/en/photos';
import { posters as text } from '@kinreel/messages/en/posters';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useMemo, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { formatBytes, formatDuration } from '../../../shared/format/duration-and-size.ts';
import { PhotoDropArea } from '../../../shared/photos/photo-drop-area.tsx';
import { usePhotoPreview } from '../../../shared/photos/photo-preview.ts';
import { Filmstrip } from '../../../shared/player/filmstrip.tsx';
import { plainVideo } from '../../../shared/player/playable-video.ts';
import { VideoTracks } from '../../../shared/player/video-tracks.tsx';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { useOpening } from '../../../shared/ui/use-opening.ts';
import { useUnsavedWork } from '../../../shared/unsaved-work.ts';
import { useChangePosterMutation } from '../posters.api.ts';
import { frameFile } from '../video-frame.ts';

/** The fields of a video that the dialog needs. */
export type PosterVideo = Pick<Video, 'id' | 'prompt' | 'url' | 'poster_url' | 'preview_url' | 'duration'>;

interface PosterDialogProps {
  /** The video whose poster is chosen; null while closed. */
  video: PosterVideo | null;
  onClose: () => void;
}

/** Chooses the poster of one of the user's own videos: a frame, or a photo. */
export function PosterDialog({ video: current, onClose }: PosterDialogProps) {
  const last = useOpening(current);
  if (!last) return null;
  return <PosterDialogContent key={last.opening} video={last.shown} open={current !== null} onClose={onClose} />;
}

const PICTURE = {
  position: 'relative',
  aspectRatio: '16 / 9',
  maxHeight: '38vh',
  width: 1,
  borderRadius: '12px',
  bgcolor: '#181f1a',
} as const;

const FITTED = { width: 1, height: 1, objectFit: 'contain', borderRadius: 'inherit', display: 'block' } as const;

function PosterDialogContent({ video, open, onClose }: { video: PosterVideo; open: boolean; onClose: () => void }) {
  const notices = useNotices();
  const [change, { isLoading, error, reset }] = useChangePosterMutation();
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const [photo, setPhoto] = useState<File | null>(null);
  const [frameFailed, setFrameFailed] = useState(false);
  const moment = useMoment(element);
  const tooLarge = photo !== null && photo.size > MAX_PHOTO_BYTES;
  const preview = usePhotoPreview(tooLarge ? null : photo);
  const usable = preview?.image ? photo : null;
  const isReady = usable !== null || moment !== null;
  useUnsavedWork(open && isReady);
  const errorText = tooLarge
    ? photos.tooLarge({ max: formatBytes(MAX_PHOTO_BYTES) })
    : preview && !preview.image
      ? photos.unreadable({ name: preview.file.name })
      : frameFailed
        ? text.frameFailed
        : error
          ? errorMessage(error)
          : null;

  function choose(file: File | null) {
    reset();
    setFrameFailed(false);
    setPhoto(file);
  }

  async function save() {
    const picture = usable ?? (element && (await frameFile(element).catch(() => null)));
    setFrameFailed(!picture);
    if (!picture) return;
    const { data } = await change({ videoId: video.id, picture });
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
            disabled={!isReady}
            loading={isLoading}
            loadingPosition="start"
            onClick={() => void save()}
          >
            {common.save}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <Typography>{text.hint}</Typography>
        {preview?.image ? (
          <>
            <Box sx={PICTURE}>
              <Box component="img" src={preview.url} alt={text.photo} sx={FITTED} />
            </Box>
            <Button variant="outlined" disabled={isLoading} onClick={() => choose(null)} sx={{ justifySelf: 'start' }}>
              {text.backToVideo}
            </Button>
          </>
        ) : (
          <MomentChoice
            video={video}
            element={element}
            onElement={setElement}
            onFailed={() => setFrameFailed(true)}
            onMoment={() => choose(null)}
            seconds={moment ?? 0}
          />
        )}
        <PhotoDropArea small label={usable ? undefined : text.choosePhoto} disabled={isLoading} onPhoto={choose} />
        {errorText && (
          <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
            {errorText}
          </Alert>
        )}
      </Box>
    </AppDialog>
  );
}

/** The position of the shown frame in seconds; null until one was chosen. */
function useMoment(element: HTMLVideoElement | null): number | null {
  const [moment, setMoment] = useState<number | null>(null);
  useEffect(() => {
    setMoment(null);
    if (!element) return;
    const update = () => setMoment(element.currentTime);
    const events = ['seeking', 'timeupdate'];
    for (const event of events) element.addEventListener(event, update);
    return () => {
      for (const event of events) element.removeEventListener(event, update);
    };
  }, [element]);
  return moment;
}

interface MomentChoiceProps {
  video: PosterVideo;
  element: HTMLVideoElement | null;
  onElement: (element: HTMLVideoElement | null) => void;
  /** Called if the video cannot be loaded. */
  onFailed: () => void;
  /** Called when a frame is chosen. */
  onMoment: () => void;
  seconds: number;
}

/** The video, and a slider for the frame. */
function MomentChoice({ video, element, onElement, onFailed, onMoment, seconds }: MomentChoiceProps) {
  const id = useId();
  const playable = useMemo(
    () => ({ ...plainVideo(video.prompt, video.url, video.poster_url), preview_url: video.preview_url }),
    [video.prompt, video.url, video.poster_url, video.preview_url],
  );
  const duration = video.duration ?? 0;
  function show(to: number) {
    if (!element) return;
    element.currentTime = to;
    onMoment();
  }
  return (
    <>
      <Box sx={PICTURE}>
        {/* Without controls, which would cover the picture. */}
        <Box
          component="video"
          ref={onElement}
          src={video.url ?? undefined}
          aria-label={text.video({ prompt: video.prompt })}
          preload="auto"
          muted
          playsInline
          onError={onFailed}
          sx={FITTED}
        >
          <VideoTracks video={playable} />
        </Box>
      </Box>
      <Box>
        <Filmstrip element={element} duration={duration} onPick={show} />
        <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 3 }}>
          <Typography id={id} sx={{ fontWeight: 600 }}>
            {text.moment}
          </Typography>
          <Box className="num">{formatDuration(Math.floor(seconds))}</Box>
        </Box>
        <Slider
          aria-labelledby={id}
          getAriaValueText={(value) => formatDuration(Math.floor(value))}
          min={0}
          max={duration}
          step={0.1}
          shiftStep={1}
          disabled={!element}
          value={Math.min(seconds, duration)}
          onChange={(_event, value) => show(Array.isArray(value) ? (value[0] ?? 0) : value)}
          sx={{ marginInline: 2, width: 'auto', display: 'block' }}
        />
      </Box>
    </>
  );
}
