import { open, readFile } from 'node:fs/promises';
import { CODEC_PRIVATE, elementsAt, SEGMENT, TRACK_ENTRY, TRACKS } from '../probe/matroska.ts';

/**
 * Units of a stream in which devices hide what nobody needs to see the picture: messages (place, device, time), padding, units that
 * the standard leaves to anybody, and what only Dolby Vision reads. ITU-T H.264 and H.265, table 7-1; AV1, 6.2.2.
 */
const HIDDEN_UNITS = new Map([
  ['h264', '6|24-31'],
  ['hevc', '39|40|48-63'],
  ['av1', '0|5|8-15'],
]);

/** The filters for packets that remove from a copy what devices hide in it; VP8 and VP9 have no such units. @param codec ffmpeg's name */
export function withoutHiddenUnits(codec: string): string[] {
  const units = HIDDEN_UNITS.get(codec);
  // Chromium records AV1 with a description that has no units: ffmpeg then needs one from the first picture.
  const described = codec === 'av1' ? ['extract_extradata'] : [];
  return units ? [...described, `filter_units=remove_types=${units}`] : [];
}

/** The tracks of a file that ffmpeg has written are described in its first bytes. */
const DESCRIPTION_BYTES = 64 * 1024;

/** Kinds of units of AV1: a message, and one that has nothing. */
const [MESSAGE, PADDING] = [5, 15];

/**
 * Empties the messages in the description of an AV1 picture: ffmpeg filters those between the pictures only. Padding takes their
 * place, so nothing moves.
 * @param path a WebM that ffmpeg has written
 */
export async function clearDescription(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(DESCRIPTION_BYTES), 0, DESCRIPTION_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    for (const { start, end } of elementsAt(head, [SEGMENT, TRACKS, TRACK_ENTRY, CODEC_PRIVATE])) {
      // Four bytes of facts come first, and 0x81; the description of sound begins with something else.
      if (head[start] === 0x81) clearMessages(head.subarray(start + 4, end));
    }
    await file.write(head, 0, head.length, 0);
  } finally {
    await file.close();
  }
}

/** @param units each with its kind and, 7 bits in a byte, its length (AV1, 5.3) */
function clearMessages(units: Buffer): void {
  for (let at = 0; at < units.length; ) {
    const head = units[at] ?? 0;
    let content = at + ((head & 4) > 0 ? 2 : 1);
    let length = units.length - content;
    if ((head & 2) > 0) {
      length = 0;
      for (let shift = 0; content < units.length && shift < 28; shift += 7) {
        const byte = units[content] ?? 0;
        content += 1;
        length += (byte & 0x7f) << shift;
        if (byte < 0x80) break;
      }
    }
    const end = Math.min(units.length, content + length);
    if (((head >> 3) & 15) === MESSAGE && end > content) {
      units[at] = (PADDING << 3) | (head & 7);
      // The last one bit of a unit is its end.
      units.fill(0, content, end).fill(0x80, end - 1, end);
    }
    at = end;
  }
}

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
