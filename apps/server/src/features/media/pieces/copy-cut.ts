import { dirname } from 'node:path';
import type { Trim } from '@kinreel/contracts';
import { isFailureOfFile, runFfprobe, safeInput } from '../../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { type Cut, INDEXED } from '../encode/plan.ts';
import type { VideoProbe } from '../probe/probe.ts';
import { startOf } from './encode-piece.ts';

/** Maximum seconds between the chosen start and the key frame at which a trimmed copy starts. */
const TOLERANCE_SECONDS = 0.1;

/** Packets are read within this many seconds of the start and the end. */
const AROUND_SECONDS = 2;

/** Packet times are rounded: to milliseconds in WebM. */
const ROUNDING_SECONDS = 0.001;

const READ_TIMEOUT_MS = 60_000;

/** A video packet, in decoding order; times in seconds from the start of the file. */
export interface Packet {
  shown: number;
  decoded: number;
  isKey: boolean;
}

/**
 * How a trimmed range can be copied without encoding the picture, so that the copy contains no frame from outside.
 * @param path absolute, in its own folder
 * @returns null if it must be encoded
 */
export async function findCopyCut(
  path: string,
  { container, video }: VideoProbe,
  trim: Trim,
  tools: MediaTools,
  signal?: AbortSignal,
): Promise<Cut | null> {
  const track = video?.index ?? null;
  if (track === null || !INDEXED.includes(container)) return null;
  try {
    const zero = await startOf(tools, path, signal);
    const read = (from: number, to: number) => readPackets(tools, path, { track, zero, from, to }, signal);
    const first = trim.start === 0 ? [] : await read(trim.start, trim.start + AROUND_SECONDS);
    const last = await read(Math.max(0, trim.end - AROUND_SECONDS), trim.end + AROUND_SECONDS);
    return planCopyCut(trim, first, last);
  } catch (error) {
    if (!isFailureOfFile(error)) throw error;
    return null;
  }
}

/**
 * Start and end of a copy: it starts at a key frame that no later packet precedes in display order, and ends before the
 * first packet that is shown after the end. Pure.
 * @param first packets around the start; null for a range from zero
 * @param last packets around the end
 */
export function planCopyCut(trim: Trim, first: readonly Packet[] | null, last: readonly Packet[] | null): Cut | null {
  if (!first || !last) return null;
  let start = 0;
  if (trim.start > 0) {
    const latest = trim.start + TOLERANCE_SECONDS;
    const at = first.findIndex(
      ({ shown, isKey }) => isKey && shown >= trim.start - ROUNDING_SECONDS && shown <= latest,
    );
    const key = first[at];
    if (!key || first.slice(at).some(({ shown }) => shown < key.shown)) return null;
    start = key.shown;
  }
  const seek = Math.max(0, start - 1);
  const after = last.find(({ shown }) => shown >= trim.end - ROUNDING_SECONDS);
  return { seek, start: start - seek, end: trim.end - seek, decodedUntil: after ? after.decoded - seek : null };
}

/** @returns null if a packet has no timestamp */
async function readPackets(
  tools: MediaTools,
  path: string,
  { track, zero, from, to }: { track: number; zero: number; from: number; to: number },
  signal?: AbortSignal,
): Promise<Packet[] | null> {
  const args = [
    ...['-select_streams', String(track), '-show_entries', 'packet=pts_time,dts_time,flags'],
    ...['-read_intervals', `${(zero + from).toFixed(3)}%${(zero + to).toFixed(3)}`, '-of', 'csv=p=0'],
    ...safeInput(path),
  ];
  const found = await runFfprobe(tools, args, { folder: dirname(path), timeoutMs: READ_TIMEOUT_MS, signal });
  const packets = found
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [shown, decoded, flags = ''] = line.split(',');
      return { shown: Number(shown) - zero, decoded: Number(decoded) - zero, isKey: flags.startsWith('K') };
    });
  return packets.every(({ shown, decoded }) => Number.isFinite(shown) && Number.isFinite(decoded)) ? packets : null;
}
