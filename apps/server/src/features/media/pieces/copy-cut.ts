import { dirname } from 'node:path';
import type { Trim } from '@kinreel/contracts';
import { isFailureOfFile, runFfprobe, safeInput } from '../../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { type Cut, INDEXED } from '../encode/plan.ts';
import type { VideoProbe } from '../probe/probe.ts';
import { startOf } from './encode-piece.ts';

/** A part may begin with a key frame that comes at most so many seconds after the chosen start. */
const TOLERANCE_SECONDS = 0.1;

/** Seconds around the start and the end in which packets are read. */
const AROUND_SECONDS = 2;

/** Times of packets are rounded: to milliseconds in WebM. */
const ROUNDING_SECONDS = 0.001;

const READ_TIMEOUT_MS = 60_000;

/** A packet of a picture, in the order of decoding: seconds after the start of the file. */
export interface Packet {
  shown: number;
  decoded: number;
  isKey: boolean;
}

/**
 * How a part of a file can be copied without encoding its picture, so that no frame from outside is in the copy.
 * @param path absolute, in a folder of its own
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
 * Where a copy begins and ends: with a key frame that no later packet precedes, and before the first packet that is shown after the
 * end. Pure.
 * @param first packets from before the start on; not needed for a part from zero on @param last packets from before the end on
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

/** @returns null if a packet has no time */
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
