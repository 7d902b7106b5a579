import { open, readFile } from 'node:fs/promises';
import { CODEC_PRIVATE, elementsAt, SEGMENT, TRACK_ENTRY, TRACKS } from '../probe/matroska.ts';

/**
 * Units of a stream in which devices hide data that decoders do not need: messages (place, device, time), padding,
 * unspecified units, and Dolby Vision metadata. ITU-T H.264 and H.265, table 7-1; AV1, 6.2.2.
 */
const HIDDEN_UNITS = new Map([
  ['h264', '6|24-31'],
  ['hevc', '39|40|48-63'],
  ['av1', '0|5|8-15'],
]);

/**
 * Packet filters that remove such data from a stream copy. VP8 and VP9 have no such units.
 * @param codec ffmpeg's name
 */
export function withoutHiddenUnits(codec: string): string[] {
  const units = HIDDEN_UNITS.get(codec);
  // Chromium's AV1 recordings have an empty configuration record: ffmpeg then extracts it from the first picture.
  const described = codec === 'av1' ? ['extract_extradata'] : [];
  return units ? [...described, `filter_units=remove_types=${units}`] : [];
}

/** The track descriptions of a file written by ffmpeg are within these first bytes. */
const DESCRIPTION_BYTES = 64 * 1024;

/** AV1 OBU types: metadata and padding. */
const [MESSAGE, PADDING] = [5, 15];

/**
 * Clears metadata in the configuration record of an AV1 track: ffmpeg's filter removes it only from the stream. Padding
 * replaces it, so that no offset changes.
 * @param path a WebM written by ffmpeg
 */
export async function clearDescription(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(DESCRIPTION_BYTES), 0, DESCRIPTION_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    for (const { start, end } of elementsAt(head, [SEGMENT, TRACKS, TRACK_ENTRY, CODEC_PRIVATE])) {
      // An AV1 configuration record has 4 bytes and starts with 0x81; the codec private data of sound does not.
      if (head[start] === 0x81) clearMessages(head.subarray(start + 4, end));
    }
    await file.write(head, 0, head.length, 0);
  } finally {
    await file.close();
  }
}

/** @param units OBUs, each with a header and a LEB128 length (AV1, 5.3) */
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
      // The trailing bit ends an OBU.
      units.fill(0, content, end).fill(0x80, end - 1, end);
    }
    at = end;
  }
}

/** SEI type of a recovery point (ITU-T H.264, annex D): decoding can start there without an IDR frame. */
const RECOVERY_POINT = 6;

/**
 * Whether decoders need the SEI messages of an H.264 stream. Cameras hide place and device in them, so copies have
 * none. Only a stream without IDR frames, as in television recordings, cannot be played without them.
 * @param path the messages of the first minute, written by ffmpeg
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
    // A unit contains several messages: type, length, content. A byte 255 continues a number.
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
