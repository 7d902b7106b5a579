import { type FileHandle, open } from 'node:fs/promises';
import {
  CONTENT_ENCODING,
  CONTENT_ENCODINGS,
  CONTENT_ENCRYPTION,
  readElement,
  SEGMENT,
  TRACK_ENTRY,
  TRACKS,
} from './matroska.ts';
import { type Container, findPackets } from './sniff.ts';

/** Number of bytes that are searched: DVD files start with unprotected pictures. */
const SEARCHED_BYTES = 4 * 1024 * 1024;

/** The header of an ASF file is within these first bytes. */
const ASF_HEADER_BYTES = 64 * 1024;

/** Share of packets that must be scrambled, because a damaged packet may look protected. */
const PROTECTED_PART = 0.1;

/** Sample entries of encrypted tracks: Common Encryption (ISO 23001-7), and iTunes (drmi, drms). */
const PROTECTED_ENTRIES = new Set(['encv', 'enca', 'drmi', 'drms']);

/** An element of a container: an ISO box or a Matroska element. */
interface Part {
  name: string;
  /** Offset of its content. */
  start: number;
  end: number;
}

/** The element structure of a container. */
interface Tree {
  /** Path of element names from the top to the protection mark of a track. */
  path: string[];
  marks: ReadonlySet<string>;
  /**
   * @param head the first 16 bytes of an element
   * @param at its offset
   * @param end of its parent
   * @returns null if it cannot be read
   */
  read(head: Buffer, at: number, end: number): Part | null;
}

const ISO: Tree = {
  path: ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'],
  marks: PROTECTED_ENTRIES,
  read(head, at, end) {
    if (head.length < 8) return null;
    const name = head.toString('latin1', 4, 8);
    const short = head.readUInt32BE(0);
    // 1: the length is in the next 8 bytes. 0: up to the end of the file.
    const length = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    if (length < 8) return null;
    // stsd has a version and a count before its entries.
    const start = at + (short === 1 ? 16 : 8) + (name === 'stsd' ? 8 : 0);
    return { name, start, end: Math.min(end, at + length) };
  },
};

const MATROSKA: Tree = {
  path: [SEGMENT, TRACKS, TRACK_ENTRY, CONTENT_ENCODINGS, CONTENT_ENCODING],
  marks: new Set([CONTENT_ENCRYPTION]),
  read: readElement,
};

/** Limit of elements; a file with 64 tracks has fewer. */
const MAX_PARTS = 5_000;

/** GUIDs of the content encryption objects in an ASF header. */
const ASF_ENCRYPTION = [
  Buffer.from('fbb3112223bdd211b4b700a0c955fc6e', 'hex'),
  Buffer.from('14e68a2922264c17b935dae07ee9289c', 'hex'),
];

/** Whether a file is marked as copy-protected. Decoders would read it as noise. @param path absolute */
export async function isProtected(path: string, container: Container): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    switch (container) {
      case 'mp4':
      case 'mov':
      case '3gp':
        return await hasMark(file, ISO, { start: 0, end: (await file.stat()).size });
      case 'webm':
      case 'mkv':
        return await hasMark(file, MATROSKA, { start: 0, end: (await file.stat()).size });
      case 'ts':
        return isScrambled(transportPackets(await readStart(file, SEARCHED_BYTES)));
      case 'mpeg':
        return isScrambled(programPackets(await readStart(file, SEARCHED_BYTES)));
      case 'asf': {
        const header = await readStart(file, ASF_HEADER_BYTES);
        return ASF_ENCRYPTION.some((id) => header.includes(id));
      }
      default:
        return false;
    }
  } finally {
    await file.close();
  }
}

async function readStart(file: FileHandle, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
  return buffer.subarray(0, bytesRead);
}

/** @param packets for each video or audio packet, whether it is scrambled */
function isScrambled(packets: Iterable<boolean>): boolean {
  let [all, scrambled] = [0, 0];
  for (const is of packets) {
    all += 1;
    if (is) scrambled += 1;
  }
  return scrambled > all * PROTECTED_PART;
}

/** The packets of a transport stream (ISO 13818-1, 2.4.3.2) with a payload, except tables. */
function* transportPackets(bytes: Buffer): Iterable<boolean> {
  const found = findPackets(bytes);
  if (!found) return;
  for (let at = found.at; at + 4 <= bytes.length; at += found.bytes) {
    const id = bytes.readUInt16BE(at + 1) & 0x1fff;
    const hasPayload = (bytes.readUInt8(at + 3) & 0x10) > 0;
    if (bytes[at] === 0x47 && id >= 0x20 && id < 0x1fff && hasPayload) yield bytes.readUInt8(at + 3) >> 6 > 0;
  }
}

/** The packets of a program stream (ISO 13818-1, 2.4.3.6) with video. */
function* programPackets(bytes: Buffer): Iterable<boolean> {
  const prefix = Buffer.from([0, 0, 1]);
  for (let at = bytes.indexOf(prefix); at >= 0 && at + 7 <= bytes.length; at = bytes.indexOf(prefix, at + 3)) {
    const isPicture = bytes.readUInt8(at + 3) >> 4 === 0xe;
    // MPEG-1 lacks the scrambling bits.
    const isMpeg2 = bytes.readUInt8(at + 6) >> 6 === 2;
    if (isPicture && isMpeg2) yield (bytes.readUInt8(at + 6) & 0x30) > 0;
  }
}

/** Whether a track is marked as protected. @param seen counts elements, to limit the time per file */
async function hasMark(
  file: FileHandle,
  tree: Tree,
  { start, end }: Omit<Part, 'name'>,
  depth = 0,
  seen = { parts: 0 },
): Promise<boolean> {
  for (let at = start; at < end && seen.parts < MAX_PARTS; seen.parts += 1) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, at);
    const part = tree.read(buffer.subarray(0, bytesRead), at, end);
    if (!part) return false;
    if (depth === tree.path.length && tree.marks.has(part.name)) return true;
    if (part.name === tree.path[depth] && (await hasMark(file, tree, part, depth + 1, seen))) return true;
    at = part.end;
  }
  return false;
}
