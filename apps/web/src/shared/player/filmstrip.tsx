import Box from '@mui/material/Box';
import { type PointerEvent, useEffect, useId, useState } from 'react';

/** Number of images in a filmstrip. */
const PICTURES = 8;

interface FilmstripProps {
  /** The video whose preview images are shown. */
  element: HTMLVideoElement | null;
  /** In seconds. */
  duration: number;
  /** The range in full color, in seconds; everything if not set. */
  part?: { start: number; end: number };
  /** Called with the chosen position in seconds. */
  onPick: (seconds: number) => void;
}

/**
 * Images of a video from start to end, above a slider for the position. The slider is for keyboards and screen readers.
 * Renders nothing for a video without preview images.
 */
export function Filmstrip({ element, duration, part, onPick }: FilmstripProps) {
  const pictures = usePreviewPictures(element, duration);
  const id = useId();
  if (pictures.length === 0) return null;

  function pick({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const fraction = Math.min(1, Math.max(0, (clientX - left) / width));
    const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
    onPick((isRtl ? 1 - fraction : fraction) * duration);
  }
  const percent = (seconds: number) => `${(100 * seconds) / duration}%`;
  const faded = { position: 'absolute', insetBlock: 0, bgcolor: 'background.paper', opacity: 0.75 } as const;

  return (
    <Box
      aria-hidden
      onPointerDown={pick}
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: `repeat(${PICTURES}, 1fr)`,
        height: 56,
        marginInline: 2,
        borderRadius: '8px',
        overflow: 'hidden',
        bgcolor: 'media.main',
        cursor: 'pointer',
      }}
    >
      {pictures.map(({ key, url, area, sheet }) => (
        <svg
          key={`${id}-${key}`}
          viewBox={`0 0 ${area.width} ${area.height}`}
          preserveAspectRatio="xMidYMid slice"
          style={{ display: 'block', width: '100%', height: '100%', overflow: 'hidden' }}
          aria-hidden
        >
          <image href={url} x={-area.x} y={-area.y} width={sheet.width} height={sheet.height} />
        </svg>
      ))}
      {part && (
        <>
          <Box sx={{ ...faded, insetInlineStart: 0, width: percent(part.start) }} />
          <Box sx={{ ...faded, insetInlineEnd: 0, width: percent(duration - part.end) }} />
        </>
      )}
    </Box>
  );
}

/** An area of the sprite with all preview images of a video, in pixels. */
interface PreviewPicture {
  key: number;
  url: string;
  area: { x: number; y: number; width: number; height: number };
  /** Size of the sprite. */
  sheet: { width: number; height: number };
}

/** Evenly spaced preview images; empty until they are loaded. */
function usePreviewPictures(element: HTMLVideoElement | null, duration: number): PreviewPicture[] {
  const [pictures, setPictures] = useState<PreviewPicture[]>([]);
  useEffect(() => {
    const track = element?.querySelector<HTMLTrackElement>('track[label="thumbnails"]');
    if (!track) return;
    const read = () => setPictures(picturesOf(track, duration));
    read();
    track.addEventListener('load', read);
    return () => track.removeEventListener('load', read);
  }, [element, duration]);
  return pictures;
}

function picturesOf({ src, track }: HTMLTrackElement, duration: number): PreviewPicture[] {
  const all = Array.from(track.cues ?? []).flatMap((cue) => {
    const url = new URL((cue as VTTCue).text, src);
    const [x, y, width, height] = url.hash.replace('#xywh=', '').split(',').map(Number);
    url.hash = '';
    if (x === undefined || y === undefined || !width || !height) return [];
    return [{ cue, url: url.href, area: { x, y, width, height } }];
  });
  const sheet = {
    width: Math.max(...all.map(({ area }) => area.x + area.width)),
    height: Math.max(...all.map(({ area }) => area.y + area.height)),
  };
  return Array.from({ length: PICTURES }, (_, key) => ((key + 0.5) / PICTURES) * duration).flatMap((seconds, key) => {
    const found = all.find(({ cue }) => cue.endTime > seconds) ?? all.at(-1);
    return found ? [{ key, url: found.url, area: found.area, sheet }] : [];
  });
}
