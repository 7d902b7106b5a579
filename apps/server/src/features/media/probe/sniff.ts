import { type FileHandle, open } from 'node:fs/promises';
import { MIN_VIDEO_BYTES } from '@kinreel/contracts/constants';

/** A container, detected by the first bytes of a file. `audio` is a format for sound only. */
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
  | 'mpegvideo'
  | 'dv'
  | 'mxf'
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
  mpegvideo: { contentType: 'video/mpeg', extension: 'm2v' },
  dv: { contentType: 'video/dv', extension: 'dv' },
  mxf: { contentType: 'application/mxf', extension: 'mxf' },
};

/** Bytes to read: three packets of a transport stream with its longest framing. */
const HEAD_BYTES = 600;

/** A transport stream that starts with other data must begin within this many bytes; ffmpeg searches as far. */
const JUNK_BYTES = 64 * 1024;

/**
 * Sizes of transport stream packets: plain, with a timestamp before each (camcorders), with error correction after
 * each.
 */
const PACKET_BYTES = [188, 192, 204];

/** This many consecutive packets cannot be a coincidence: each starts with the sync byte and has a payload. */
const PACKETS_IN_A_ROW = 10;

/** First bytes of an MXF file: the key of its header partition, up to its version. */
const MXF_HEADER = Buffer.from([0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0d, 0x01, 0x02, 0x01, 0x01, 0x02]);

/** Element ID of a Matroska segment, which contains everything except the header. */
const MATROSKA_SEGMENT = Buffer.from([0x18, 0x53, 0x80, 0x67]);

/** Brands of ISO files that are pictures (HEIF, AVIF, Canon raw). */
const PICTURE_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'mif1', 'msf1', 'avif', 'avis', 'crx ']);

/** Boxes that a QuickTime file without a brand may start with. */
const FIRST_BOXES = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

/** Boxes of an ISO file that contain tracks or frames. */
const CONTENT_BOXES = new Set(['moov', 'moof', 'mdat']);

/** Maximum number of boxes before the first of them. */
const MAX_LEADING_BOXES = 64;

/**
 * The container of a file, by its first bytes and the presence of content; its name and declared type are ignored.
 * @returns null if it is not a media file, also for a header without content
 */
export async function sniffFile(path: string): Promise<Container | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const container = sniff(head) ?? ((await hasLateTransportStream(file)) ? 'ts' : null);
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

/** Whether a transport stream starts after other data, such as the end of another recording. */
async function hasLateTransportStream(file: FileHandle): Promise<boolean> {
  const length = JUNK_BYTES + PACKETS_IN_A_ROW * Math.max(...PACKET_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
  return findPackets(buffer.subarray(0, bytesRead)) !== null;
}

/**
 * The offset of the first transport stream packet, and the packet size.
 * @param start the first bytes of a file; only the first 64 KiB are searched
 */
export function findPackets(start: Buffer): { at: number; bytes: number } | null {
  const isPacket = (at: number) => start[at] === 0x47 && ((start[at + 3] ?? 0) & 0x30) > 0;
  for (let at = start.indexOf(0x47); at >= 0 && at < JUNK_BYTES; at = start.indexOf(0x47, at + 1)) {
    for (const bytes of PACKET_BYTES) {
      let count = 0;
      while (count < PACKETS_IN_A_ROW && isPacket(at + count * bytes)) count += 1;
      if (count === PACKETS_IN_A_ROW) return { at, bytes };
    }
  }
  return null;
}

/** Whether an ISO file has a top-level box with tracks or frames. */
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

/** The container by up to 600 first bytes. */
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
  if (starts(0x00, 0x00, 0x01, 0xb3) && isSequenceHeader(head)) return 'mpegvideo';
  if (isDigitalVideo(head)) return 'dv';
  if (head.subarray(0, MXF_HEADER.length).equals(MXF_HEADER)) return 'mxf';
  // Transport streams repeat their sync byte every 188 bytes, or every 192 with timestamps.
  if ([0, 188, 376].every((at) => head[at] === 0x47) || [4, 196, 388].every((at) => head[at] === 0x47)) return 'ts';
  if (text(0, 3) === 'ID3' || text(0, 4) === 'fLaC' || text(0, 5) === '#!AMR' || text(8, 12) === 'AIFF') return 'audio';
  // MPEG audio frame: eleven sync bits, then valid layer (ADTS has none), bit rate and sampling rate.
  if (head[0] === 0xff && [0xfb, 0xfa, 0xf3, 0xf2, 0xf1, 0xf9].includes(head[1] ?? 0)) return 'audio';
  return null;
}

/** Whether an MPEG-1 or MPEG-2 sequence header has a valid size, pixel aspect ratio and frame rate. */
function isSequenceHeader(head: Buffer): boolean {
  if (head.length < 12) return false;
  const size = head.readUIntBE(4, 3);
  const [shape, rate] = [head.readUInt8(7) >> 4, head.readUInt8(7) & 15];
  const marker = head.readUInt8(10) & 0x20;
  return size >> 12 > 0 && (size & 0xfff) > 0 && shape > 0 && shape < 15 && rate > 0 && rate < 9 && marker > 0;
}

/**
 * Whether a file starts with a DV frame (IEC 61834): blocks of 80 bytes with the type in three bits: a header, two time
 * code blocks, three date blocks.
 */
function isDigitalVideo(head: Buffer): boolean {
  const kinds = [0, 1, 1, 2, 2, 2].every((kind, block) => (head[block * 80] ?? 0xff) >> 5 === kind);
  return kinds && head.readUIntBE(0, 3) === 0x1f0700 && (head.readUInt8(3) & 0x7f) === 0x3f;
}
