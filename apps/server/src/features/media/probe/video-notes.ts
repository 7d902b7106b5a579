import { readFile } from 'node:fs/promises';
import type { VideoNote } from '@kinreel/contracts';
import { filterPath } from '../../../platform/ffmpeg/filter-path.ts';

/** Sound below this level counts as silence: a muted microphone, but not the hiss of a quiet room. */
export const SILENCE_DB = -60;

/**
 * Maximum brightness of a black pixel (0 to 1), and minimum share of black pixels in a black frame. A candle in a dark
 * room is not black.
 */
const BLACK_PIXEL = 0.06;
const BLACK_SHARE = 0.99;

/** A shorter silent or black start, in seconds, may be a fade or a pause. */
const MIN_START_SECONDS = 5;

/** Sound and picture may start this many seconds after the file. */
const START_TOLERANCE = 0.5;

/** Audio filters that write the output of silencedetect to a file. @param output absolute path */
export function silenceFilters(output: string): string {
  return `silencedetect=noise=${SILENCE_DB}dB:duration=1,ametadata=mode=print:file=${filterPath(output)}`;
}

/** Video filters that write black periods to a file and pass the picture through. @param output absolute path */
export function blackFilters(output: string): string {
  const black = `blackdetect=d=1:picture_black_ratio_th=${BLACK_SHARE}:pixel_black_th=${BLACK_PIXEL}`;
  return `${black},metadata=mode=print:file=${filterPath(output)}`;
}

/** Notes about the sound. @param path output of the filters; there is no file without sound */
export function notesOfSound(path: string): Promise<VideoNote[]> {
  return notesOf('silent', path, 'silence');
}

/** Notes about the picture. @param path output of the filters; there is no file if it was not decoded */
export function notesOfPicture(path: string): Promise<VideoNote[]> {
  return notesOf('black', path, 'black');
}

/** A silent or black period that starts with the video, up to its first end or to the end of the video. */
async function notesOf(kind: 'silent' | 'black', path: string, word: string): Promise<VideoNote[]> {
  const found = await readFile(path, 'utf8').catch(() => '');
  const first = (what: string) => new RegExp(`^lavfi\\.${word}_${what}=(-?[\\d.]+)`, 'm').exec(found)?.[1];
  const [start, end] = [first('start'), first('end')];
  if (start === undefined || Number(start) >= START_TOLERANCE) return [];
  if (end === undefined) return [{ kind, seconds: null }];
  return Number(end) >= MIN_START_SECONDS ? [{ kind, seconds: Math.round(Number(end) * 10) / 10 }] : [];
}
