import { readFile } from 'node:fs/promises';
import type { VideoNote } from '@kinreel/contracts';
import { filterPath } from '../../../platform/ffmpeg/filter-path.ts';

/** Sound that is never louder is silence: a microphone that is off, but not the hiss of a quiet room. */
export const SILENCE_DB = -60;

/** A pixel at most this bright, of 0 to 1, is black, and a frame with this share of them. A candle in a dark room is more. */
const BLACK_PIXEL = 0.06;
const BLACK_SHARE = 0.99;

/** A start of fewer seconds may be a fade or a pause. */
const MIN_START_SECONDS = 5;

/** Sound and picture may begin so many seconds after the file. */
const START_TOLERANCE = 0.5;

/** Filters for sound that write what silencedetect finds to a file. @param output absolute path */
export function silenceFilters(output: string): string {
  return `silencedetect=noise=${SILENCE_DB}dB:duration=1,ametadata=mode=print:file=${filterPath(output)}`;
}

/** Filters for a picture that write when it is black to a file, and leave it as it is. @param output absolute path */
export function blackFilters(output: string): string {
  const black = `blackdetect=d=1:picture_black_ratio_th=${BLACK_SHARE}:pixel_black_th=${BLACK_PIXEL}`;
  return `${black},metadata=mode=print:file=${filterPath(output)}`;
}

/** What the owner should know of the sound. @param path what the filters have written; no file without sound */
export function notesOfSound(path: string): Promise<VideoNote[]> {
  return notesOf('silent', path, 'silence');
}

/** What the owner should know of the picture. @param path what the filters have written; no file if it was not decoded */
export function notesOfPicture(path: string): Promise<VideoNote[]> {
  return notesOf('black', path, 'black');
}

/** Silence, or black, that begins with the video: until its first end, or to the end of the video. */
async function notesOf(kind: 'silent' | 'black', path: string, word: string): Promise<VideoNote[]> {
  const found = await readFile(path, 'utf8').catch(() => '');
  const first = (what: string) => new RegExp(`^lavfi\\.${word}_${what}=(-?[\\d.]+)`, 'm').exec(found)?.[1];
  const [start, end] = [first('start'), first('end')];
  if (start === undefined || Number(start) >= START_TOLERANCE) return [];
  if (end === undefined) return [{ kind, seconds: null }];
  return Number(end) >= MIN_START_SECONDS ? [{ kind, seconds: Math.round(Number(end) * 10) / 10 }] : [];
}
