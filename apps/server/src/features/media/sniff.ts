import { type FileHandle, open } from 'node:fs/promises';
import { MIN_VIDEO_BYTES } from '@kinreel/contracts/constants';

/** A container, detected by the first bytes of a file. `audio` is a format that only contains sound. */
export type Container =
  | 'mp4'
  | 'mov'
  | '3gp'
  | 'webm'
  | 'mkv'
  | 'ogg'
  | 'avi'
  | 'flv'
  | 'asf'
  | 'ts'
  | 'mpeg'
  | 'audio';

/** Content type and file extension of each container that can contain a video. */
export const CONTAINER_TYPES: Record<Exclude<Container, 'audio'>, { contentType: string; extension: string }> = {
  mp4: { contentType: 'video/mp4', extension: 'mp4' },
  mov: { contentType: 'video/quicktime', extension: 'mov' },
  '3gp': { contentType: 'video/3gpp', extension: '3gp' },
  webm: { contentType: 'video/webm', extension: 'webm' },
  mkv: { contentType: 'video/x-matroska', extension: 'mkv' },
  ogg: { contentType: 'video/ogg', extension: 'ogv' },
  avi: { contentType: 'video/x-msvideo', extension: 'avi' },
  flv: { contentType: 'video/x-flv', extension: 'flv' },
  asf: { contentType: 'video/x-ms-wmv', extension: 'wmv' },
  ts: { contentType: 'video/mp2t', extension: 'ts' },
  mpeg: { contentType: 'video/mpeg', extension: 'mpg' },
};

/** Bytes to read: three packets of a transport stream with its longest framing. */
const HEAD_BYTES = 600;

/** First bytes of the element of a Matroska file that holds everything but its header. */
const MATROSKA_SEGMENT = Buffer.from([0x18, 0x53, 0x80, 0x67]);

/** Brands of ISO files that are pictures (HEIF, AVIF, Canon raw). */
const PICTURE_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'mif1', 'msf1', 'avif', 'avis', 'crx ']);

/** Boxes that a QuickTime file without a brand may start with. */
const FIRST_BOXES = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

/** Boxes of an ISO file that hold its tracks or its frames. */
const CONTENT_BOXES = new Set(['moov', 'moof', 'mdat']);

/** More boxes before the first of them are not credible. */
const MAX_LEADING_BOXES = 64;

/**
 * The container of a file, by its first bytes and the place of its content; its name and declared type are ignored.
 * @returns null for no media, also for a header with nothing behind it
 */
export async function sniffFile(path: string): Promise<Container | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const container = sniff(head);
    if (container === null || container === 'audio') return container;
    if (size < MIN_VIDEO_BYTES) return null;
    const hasContent =
      container === 'mp4' || container === 'mov' || container === '3gp'
        ? await hasContentBox(file, size)
        : (container !== 'webm' && container !== 'mkv') || head.includes(MATROSKA_SEGMENT);
    return hasContent ? container : null;
  } finally {
    await file.close();
  }
}

/** Whether the boxes at the top of an ISO file lead to its tracks or frames. */
async function hasContentBox(file: FileHandle, size: number): Promise<boolean> {
  let offset = 0;
  for (let count = 0; count < MAX_LEADING_BOXES && offset + 8 <= size; count++) {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, offset);
    if (CONTENT_BOXES.has(buffer.toString('latin1', 4, 8))) return true;
    const length = buffer.readUInt32BE(0);
    // 1: the length is in the next 8 bytes. 0: up to the end of the file.
    const full = length === 1 ? Number(buffer.readBigUInt64BE(8)) : length;
    if (full < 8) return false;
    offset += full;
  }
  return false;
}

/** The container by the first 600 bytes, or by fewer. */
function sniff(head: Buffer): Container | null {
  const text = (start: number, end: number) => head.toString('latin1', start, end);
  const starts = (...bytes: number[]) => bytes.every((byte, i) => head[i] === byte);

  const box = text(4, 8);
  if (box === 'ftyp') {
    const brand = text(8, 12);
    if (PICTURE_BRANDS.has(brand)) return null;
    if (brand === 'qt  ') return 'mov';
    return brand.startsWith('3g') ? '3gp' : 'mp4';
  }
  if (FIRST_BOXES.has(box)) return 'mov';
  if (starts(0x1a, 0x45, 0xdf, 0xa3)) return text(0, 80).includes('webm') ? 'webm' : 'mkv';
  if (text(0, 4) === 'RIFF') {
    if (text(8, 12) === 'AVI ') return 'avi';
    return text(8, 12) === 'WAVE' ? 'audio' : null;
  }
  if (text(0, 4) === 'OggS') return 'ogg';
  if (text(0, 3) === 'FLV') return 'flv';
  if (starts(0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11)) return 'asf';
  if (starts(0x00, 0x00, 0x01, 0xba)) return 'mpeg';
  // Transport streams repeat their sync byte with every packet: 188 bytes, or 192 with a time stamp before each.
  if ([0, 188, 376].every((at) => head[at] === 0x47) || [4, 196, 388].every((at) => head[at] === 0x47)) return 'ts';
  if (text(0, 3) === 'ID3' || text(0, 4) === 'fLaC' || text(0, 5) === '#!AMR' || text(8, 12) === 'AIFF') return 'audio';
  // MPEG audio frame: eleven sync bits, a layer (ADTS has none), a bit rate and a sampling rate that exist.
  if (head[0] === 0xff && [0xfb, 0xfa, 0xf3, 0xf2, 0xf1, 0xf9].includes(head[1] ?? 0)) return 'audio';
  return null;
}
