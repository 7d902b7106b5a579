/** Pictures of a video in one image, for the moment a person drags along its timeline. */
export interface PreviewPlan {
  /** Length of the stretch that each picture stands for; whole seconds. */
  seconds: number;
  /** Size of one picture, in pixels. */
  width: number;
  height: number;
  /** Pictures in a row, and rows. */
  columns: number;
  rows: number;
}

/** Most pictures of one video. */
const MAX_PICTURES = 100;

const COLUMNS = 10;

/** Longer side of a picture, in pixels. */
const LONG_SIDE = 160;

/** Decide where the pictures are taken and how they are laid out. Pure. @param size of the video as shown */
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
 * The WebVTT that tells a player which part of the image belongs to which moment, as `<track kind="metadata"
 * label="thumbnails">` wants it.
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

/** Seconds as WebVTT writes them: 01:02:03.004 */
function clock(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
}
