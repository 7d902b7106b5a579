/** The preview images of a video, all in one image, shown while a person drags along the seek bar. */
export interface PreviewPlan {
  /** Seconds between two preview images; an integer. */
  seconds: number;
  /** Size of one preview image, in pixels. */
  width: number;
  height: number;
  /** Preview images per row, and rows. */
  columns: number;
  rows: number;
}

/** Maximum number of preview images of one video. */
const MAX_PICTURES = 100;

const COLUMNS = 10;

/** Longer side of a preview image, in pixels. */
const LONG_SIDE = 160;

/** Decides the interval and the layout of the preview images. Pure. @param size of the video as shown */
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
 * WebVTT with the part of the image for each interval, in the format of `<track kind="metadata" label="thumbnails">`.
 * @param image address, relative to the track's own
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
