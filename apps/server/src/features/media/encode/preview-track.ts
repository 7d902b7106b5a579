/** The preview images of a video, as one sprite image for the seek bar. */
export interface PreviewPlan {
  /** Seconds between two preview images; an integer. */
  seconds: number;
  /** Size of one preview image, in pixels. */
  width: number;
  height: number;
  /** Preview images per row, and number of rows. */
  columns: number;
  rows: number;
}

/** Maximum number of preview images of one video. */
const MAX_PICTURES = 100;

const COLUMNS = 10;

/** Longer side of a preview image, in pixels. */
const LONG_SIDE = 160;

/** Chooses the interval and layout of the preview images. Pure. @param size of the video as shown */
export function planPreview(durationSeconds: number, size: { width: number; height: number }): PreviewPlan {
  const seconds = Math.max(1, Math.ceil(durationSeconds / MAX_PICTURES));
  const pictures = Math.max(1, Math.ceil(durationSeconds / seconds));
  const scale = LONG_SIDE / Math.max(size.width, size.height);
  return {
    seconds,
    width: Math.max(2, Math.round(size.width * scale)),
    height: Math.max(2, Math.round(size.height * scale)),
    columns: Math.min(COLUMNS, pictures),
    rows: Math.ceil(pictures / COLUMNS),
  };
}

/**
 * WebVTT that maps each interval to a part of the image, in the format of `<track kind="metadata" label="thumbnails">`.
 * @param image URL, relative to that of the track
 */
export function previewTrack(plan: PreviewPlan, durationSeconds: number, image: string): string {
  const { seconds, width, height, columns } = plan;
  const cues: string[] = [];
  for (let i = 0; i * seconds < durationSeconds; i += 1) {
    const end = Math.min((i + 1) * seconds, durationSeconds);
    const [x, y] = [(i % columns) * width, Math.floor(i / columns) * height];
    cues.push(`${clock(i * seconds)} --> ${clock(end)}\n${image}#xywh=${x},${y},${width},${height}\n`);
  }
  return `WEBVTT\n\n${cues.join('\n')}`;
}

/** Seconds in the format of WebVTT: 01:02:03.004 */
function clock(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
}
