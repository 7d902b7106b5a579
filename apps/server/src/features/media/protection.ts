import { type FileHandle, open } from 'node:fs/promises';
import { type Container, findPackets } from './sniff.ts';

/** Bytes of a stream that are searched: films on DVD begin with pictures that are not protected. */
const SEARCHED_BYTES = 4 * 1024 * 1024;

/** Bytes at the start of an ASF file that hold its header. */
const ASF_HEADER_BYTES = 64 * 1024;

/** A damaged packet may look protected, so this part of the packets must. */
const PROTECTED_PART = 0.1;

/** Sample entries of encrypted tracks: Common Encryption (ISO 23001-7), and films and songs of an older shop. */
const PROTECTED_ENTRIES = new Set(['encv', 'enca', 'drmi', 'drms']);

/** The boxes on the way from the top of an ISO file to its sample entries. */
const ISO_PATH = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'];

/** More boxes than a file with 64 tracks has. */
const MAX_BOXES = 5_000;

/** The content encryption objects of an ASF header: their identifiers. */
const ASF_ENCRYPTION = [
  Buffer.from('fbb3112223bdd211b4b700a0c955fc6e', 'hex'),
  Buffer.from('14e68a2922264c17b935dae07ee9289c', 'hex'),
];

/** Whether a file is copy-protected by its own marks. Decoders would read it as noise. @param path absolute */
export async function isProtected(path: string, container: Container): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    switch (container) {
      case 'mp4':
      case 'mov':
      case '3gp':
        return await hasProtectedEntry(file, { start: 0, end: (await file.stat()).size }, { boxes: 0 });
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

/** @param packets for each with picture or sound, whether it is scrambled */
function isScrambled(packets: Iterable<boolean>): boolean {
  let [all, scrambled] = [0, 0];
  for (const is of packets) {
    all += 1;
    if (is) scrambled += 1;
  }
  return scrambled > all * PROTECTED_PART;
}

/** The packets of a transport stream (ISO 13818-1, 2.4.3.2) that carry something, but no tables. */
function* transportPackets(bytes: Buffer): Iterable<boolean> {
  const found = findPackets(bytes);
  if (!found) return;
  for (let at = found.at; at + 4 <= bytes.length; at += found.bytes) {
    const id = bytes.readUInt16BE(at + 1) & 0x1fff;
    const hasPayload = (bytes.readUInt8(at + 3) & 0x10) > 0;
    if (bytes[at] === 0x47 && id >= 0x20 && id < 0x1fff && hasPayload) yield bytes.readUInt8(at + 3) >> 6 > 0;
  }
}

/** The packets of a program stream (ISO 13818-1, 2.4.3.6) that carry a picture. */
function* programPackets(bytes: Buffer): Iterable<boolean> {
  const prefix = Buffer.from([0, 0, 1]);
  for (let at = bytes.indexOf(prefix); at >= 0 && at + 7 <= bytes.length; at = bytes.indexOf(prefix, at + 3)) {
    const isPicture = bytes.readUInt8(at + 3) >> 4 === 0xe;
    // MPEG-1 has no such bits, and cannot be scrambled.
    const isMpeg2 = bytes.readUInt8(at + 6) >> 6 === 2;
    if (isPicture && isMpeg2) yield (bytes.readUInt8(at + 6) & 0x30) > 0;
  }
}

/** Whether a sample entry of an ISO file is protected. @param seen counts the boxes, so that no file takes long */
async function hasProtectedEntry(
  file: FileHandle,
  { start, end }: { start: number; end: number },
  seen: { boxes: number },
  depth = 0,
): Promise<boolean> {
  for (let at = start; at + 8 <= end && seen.boxes < MAX_BOXES; seen.boxes += 1) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, at);
    if (bytesRead < 8) return false;
    const type = buffer.toString('latin1', 4, 8);
    if (depth === ISO_PATH.length && PROTECTED_ENTRIES.has(type)) return true;
    const short = buffer.readUInt32BE(0);
    // 1: the length is in the next 8 bytes. 0: up to the end.
    const length = short === 1 ? Number(buffer.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    if (length < 8) return false;
    if (type === ISO_PATH[depth]) {
      // The list of sample entries has a version and a count in front.
      const header = (short === 1 ? 16 : 8) + (type === 'stsd' ? 8 : 0);
      const inside = { start: at + header, end: Math.min(end, at + length) };
      if (await hasProtectedEntry(file, inside, seen, depth + 1)) return true;
    }
    at += length;
  }
  return false;
}
