import { readFile } from 'node:fs/promises';

/** Kind of a message between the pictures (ITU-T H.264, annex D): a player can begin here without a complete key frame. */
const RECOVERY_POINT = 6;

/**
 * Whether players need the messages between the pictures of an H.264 stream. Cameras hide the place and the device in them,
 * so a copy has none; only a stream without complete key frames, as televisions send it, cannot be played then.
 * @param path the messages of its first minute, which ffmpeg has written
 */
export async function needsHiddenData(path: string): Promise<boolean> {
  return hasRecoveryPoint(await readFile(path).catch(() => Buffer.alloc(0)));
}

/** @param bytes messages, each after a start code */
function hasRecoveryPoint(bytes: Buffer): boolean {
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
