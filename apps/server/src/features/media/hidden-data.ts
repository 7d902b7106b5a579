import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MediaToolError, runFfmpeg } from '../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../platform/ffmpeg/tools.ts';
import { hiddenDataArgs } from './ffmpeg-args.ts';

const TIMEOUT_MS = 120_000;

/** Bytes of hidden data that are read at most; a minute of a camcorder has a tenth. */
const MAX_BYTES = 10_000_000;

/** Kind of a message between the pictures (ITU-T H.264, annex D): a player can begin here without a complete key frame. */
const RECOVERY_POINT = 6;

/**
 * Whether players need the messages between the pictures of an H.264 stream. Cameras hide the place and the device in them,
 * so a copy has none; only a stream without complete key frames, as televisions send it, cannot be played then.
 * @param input absolute path @param index ffmpeg's number of the track @param folder for a temporary file
 * @throws MediaToolError of the kind `machine`, or the signal's reason
 */
export async function needsHiddenData(
  input: string,
  index: number,
  { tools, folder, signal }: { tools: MediaTools; folder: string; signal?: AbortSignal | undefined },
): Promise<boolean> {
  const path = join(folder, 'messages.h264');
  try {
    const limits = { folder: dirname(input), timeoutMs: TIMEOUT_MS, maxFileBytes: MAX_BYTES, signal };
    await runFfmpeg(tools, hiddenDataArgs(index, input, path), limits);
  } catch (error) {
    if (!(error instanceof MediaToolError) || error.kind === 'machine') throw error;
  }
  return hasRecoveryPoint(await readFile(path).catch(() => Buffer.alloc(0)));
}

/** @param bytes messages, each after a start code */
export function hasRecoveryPoint(bytes: Buffer): boolean {
  const start = Buffer.from([0, 0, 1]);
  for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 3)) {
    const next = bytes.indexOf(start, at + 3);
    const unit = bytes.subarray(at + 4, next < 0 ? bytes.length : next);
    // One unit has several messages: kind, length, content. 255 continues a number.
    for (let i = 0; i + 2 <= unit.length; ) {
      const [kind, afterKind] = number(unit, i);
      const [length, content] = number(unit, afterKind);
      if (kind === RECOVERY_POINT && length > 0) return true;
      i = content + length;
    }
  }
  return false;
}

function number(unit: Buffer, from: number): [value: number, next: number] {
  let at = from;
  while (unit[at] === 0xff) at += 1;
  return [(at - from) * 255 + (unit[at] ?? 0), at + 1];
}
