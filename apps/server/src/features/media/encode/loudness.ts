import { open } from 'node:fs/promises';
import { filterPath } from '../../../platform/ffmpeg/filter-path.ts';
import type { Loudness } from '../../videos/video-lifecycle.ts';

/** Bytes at the end of the filter output that contain the last measurement; each has about 300. */
const TAIL_BYTES = 4096;

/**
 * Filters that write the loudness so far (EBU R128) to a file, ten times a second, as on two speakers: more than two
 * channels are mixed to stereo, one channel plays on both.
 * @param output absolute path
 * @param channels of the sound; undefined for one or two
 */
export function loudnessFilters(output: string, channels?: number): string {
  // Exactly one layout: with a choice, ffmpeg fails for some files.
  const layout = channels === undefined ? [] : [`aformat=channel_layouts=${channels === 1 ? 'mono' : 'stereo'}`];
  const measure = 'ebur128=peak=true:dualmono=true:metadata=1';
  return [...layout, measure, `ametadata=mode=print:file=${filterPath(output)}`].join(',');
}

/**
 * The loudness of a whole sound track.
 * @param path output of the filters
 * @returns null if it is silent, or without sound
 */
export async function readLoudness(path: string): Promise<Loudness | null> {
  const tail = await readTail(path).catch(() => '');
  const last = tail.slice(tail.lastIndexOf('frame:'));
  const value = (name: string) =>
    Number(new RegExp(`^lavfi\\.r128\\.${name}=(\\S+)`, 'm').exec(last)?.[1] ?? Number.NaN);
  const peaks = [...last.matchAll(/^lavfi\.r128\.true_peaks_ch\d+=(\S+)/gm)].map(([, peak]) => Number(peak));
  const [lufs, rangeLu, peakDb] = [value('I'), value('LRA'), 20 * Math.log10(Math.max(0, ...peaks))];
  // Below the gate of R128 it counts as silent.
  const isHeard = [lufs, rangeLu, peakDb].every(Number.isFinite) && lufs > -70;
  return isHeard ? { lufs, rangeLu, peakDb } : null;
}

async function readTail(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('latin1');
  } finally {
    await file.close();
  }
}
