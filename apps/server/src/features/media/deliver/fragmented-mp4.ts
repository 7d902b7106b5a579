/** The facts about a byte-range file that its playlist contains. */
export interface FragmentIndex {
  /** Size of the header that every segment needs, at the start of the file. */
  initBytes: number;
  /** Offset of the first segment; the others follow without gaps. */
  firstByte: number;
  segments: Segment[];
}

export interface Segment {
  bytes: number;
  seconds: number;
}

/** The file was not written by ffmpeg with `cmaf` and `global_sidx`. */
export class NotFragmentedError extends Error {}

/**
 * Reads the index of a fragmented MP4 with one video track and at most one audio track.
 * @param head the start of the file, at least up to its first fragment
 * @returns the index, and the codecs as a playlist names them (RFC 6381)
 * @throws NotFragmentedError
 */
export function readFragmentIndex(head: Buffer): FragmentIndex & { codecs: string } {
  const top = [...boxes(head, 0, head.length)];
  const moov = top.find(({ type }) => type === 'moov');
  if (!moov) throw new NotFragmentedError('no moov');
  const tracks = [...boxes(head, moov.start, moov.end)]
    .filter(({ type }) => type === 'trak')
    .map((b) => track(head, b));
  const picture = tracks.find(({ codec }) => !codec.startsWith('mp4a'));
  const indexes = top.filter(({ type }) => type === 'sidx').map((box) => segmentIndex(head, box));
  const index = indexes.find(({ trackId }) => trackId === picture?.id);
  if (!picture || !index || index.segments.length === 0) throw new NotFragmentedError('no index of a video track');

  // Sound after the last video segment belongs to that segment.
  const lengths = indexes.map(({ segments }) => segments.reduce((sum, { seconds }) => sum + seconds, 0));
  const beyond = Math.max(...lengths) - (lengths[indexes.indexOf(index)] ?? 0);
  const segments = index.segments.map((segment, i) => ({
    bytes: segment.bytes,
    seconds: segment.seconds + (i === index.segments.length - 1 ? beyond : 0),
  }));
  return {
    initBytes: moov.end,
    firstByte: index.firstByte,
    segments,
    codecs: tracks.map(({ codec }) => codec).join(','),
  };
}

/** Types of the HEVC parameter sets that a decoder needs: VPS, SPS and PPS. */
const PARAMETER_SETS = [32, 33, 34];

/**
 * Clears other units in the HEVC configuration box: ffmpeg's filter removes messages (place, device) only from the
 * stream. A `free` box fills the space, so that no offset changes.
 * @param head the start of the file, modified in place
 * @throws NotFragmentedError if there is no such box, or too little space
 */
export function clearHevcMessages(head: Buffer): void {
  const moov = [...boxes(head, 0, head.length)].find(({ type }) => type === 'moov');
  const tracks = moov ? [...boxes(head, moov.start, moov.end)].filter(({ type }) => type === 'trak') : [];
  for (const trak of tracks) {
    const descriptions = child(head, trak, 'mdia', 'minf', 'stbl', 'stsd');
    const [entry] = boxes(head, descriptions.start + 8, descriptions.end);
    if (entry?.type !== 'hvc1') continue;
    const { start, end } = child(head, entry, 'hvcC');
    // 22 bytes of fixed fields, then the number of arrays: each with a type, a count, and units with their lengths.
    const lists: Buffer[] = [];
    for (let i = 0, at = start + 23; i < head.readUInt8(start + 22); i += 1) {
      const from = at;
      const units = head.readUInt16BE(at + 1);
      at += 3;
      for (let unit = 0; unit < units; unit += 1) at += 2 + head.readUInt16BE(at);
      if (PARAMETER_SETS.includes(head.readUInt8(from) & 0x3f)) lists.push(Buffer.from(head.subarray(from, at)));
    }
    const kept = Buffer.concat(lists);
    const room = end - start - 23 - kept.length;
    if (room === 0) continue;
    if (room < 8) throw new NotFragmentedError('no space for a free box');
    head.writeUInt32BE(8 + 23 + kept.length, start - 8);
    head.writeUInt8(lists.length, start + 22);
    kept.copy(head, start + 23);
    head.fill(0, end - room, end);
    head.writeUInt32BE(room, end - room);
    head.write('free', end - room + 4, 'latin1');
  }
}

/** A box of ISO/IEC 14496-12; `start` is the offset of its content. */
interface Box {
  type: string;
  start: number;
  end: number;
}

/** The complete boxes between two offsets. */
function* boxes(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > to) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end: at + size };
    at += size;
  }
}

/** Bytes before the child boxes of a box; 0 if not listed. */
const BEFORE_CHILDREN: Record<string, number> = { stsd: 8, avc1: 78, hvc1: 78, av01: 78 };

function child(bytes: Buffer, parent: Box, ...path: string[]): Box {
  let box = parent;
  for (const type of path) {
    const found = [...boxes(bytes, box.start + (BEFORE_CHILDREN[box.type] ?? 0), box.end)].find((b) => b.type === type);
    if (!found) throw new NotFragmentedError(`no ${type}`);
    box = found;
  }
  return box;
}

function track(bytes: Buffer, trak: Box): { id: number; codec: string } {
  const header = child(bytes, trak, 'tkhd');
  const id = bytes.readUInt32BE(header.start + (bytes[header.start] === 1 ? 20 : 12));
  const descriptions = child(bytes, trak, 'mdia', 'minf', 'stbl', 'stsd');
  const [entry] = boxes(bytes, descriptions.start + 8, descriptions.end);
  // Our renditions always contain AAC-LC.
  if (entry?.type === 'mp4a') return { id, codec: 'mp4a.40.2' };
  const codecOf = entry && PICTURE_CODECS[entry.type];
  if (!codecOf) throw new NotFragmentedError(`a track of ${entry?.type}`);
  const { start } = child(bytes, entry, codecOf.box);
  return { id, codec: `${entry.type}.${codecOf.name(bytes.subarray(start))}` };
}

/** The configuration box of a video codec, and how its codec string is built (RFC 6381). */
const PICTURE_CODECS: Record<string, { box: string; name: (description: Buffer) => string }> = {
  // Version, then profile, compatibility and level.
  avc1: { box: 'avcC', name: (bytes) => bytes.toString('hex', 1, 4) },
  hvc1: { box: 'hvcC', name: nameHevc },
  av01: { box: 'av1C', name: nameAv1 },
};

/** Codec string by ISO/IEC 14496-15, annex E, such as "2.4.L123.B0". */
function nameHevc(bytes: Buffer): string {
  const general = bytes.readUInt8(1);
  const space = ['', 'A', 'B', 'C'][general >> 6];
  let compatible = 0;
  for (let bit = 0; bit < 32; bit += 1) if ((bytes.readUInt32BE(2) >>> bit) & 1) compatible += 2 ** (31 - bit);
  const tier = general & 0x20 ? 'H' : 'L';
  const constraints = [...bytes.subarray(6, 12)].map((byte) => byte.toString(16).toUpperCase());
  while (constraints.at(-1) === '0') constraints.pop();
  return [
    `${space}${general & 0x1f}`,
    compatible.toString(16).toUpperCase(),
    `${tier}${bytes.readUInt8(12)}`,
    ...constraints,
  ].join('.');
}

/** Codec string by the AV1 ISO media binding, section 5, such as "0.08M.10". */
function nameAv1(bytes: Buffer): string {
  const [levels, flags] = [bytes.readUInt8(1), bytes.readUInt8(2)];
  const level = String(levels & 0x1f).padStart(2, '0');
  const bits = flags & 0x40 ? (flags & 0x20 ? '12' : '10') : '08';
  return `${levels >> 5}.${level}${flags & 0x80 ? 'H' : 'M'}.${bits}`;
}

/** Parses a `sidx` box: the fragments of a track. */
function segmentIndex(bytes: Buffer, box: Box): { trackId: number; firstByte: number; segments: Segment[] } {
  const wide = bytes[box.start] === 1;
  const trackId = bytes.readUInt32BE(box.start + 4);
  const timescale = bytes.readUInt32BE(box.start + 8);
  let at = box.start + 12;
  // After earliest_presentation_time: the offset of the first fragment from this box.
  const offset = wide ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at + 4);
  at += wide ? 16 : 8;
  const count = bytes.readUInt16BE(at + 2);
  at += 4;
  const segments = Array.from({ length: count }, (_, i) => ({
    // The highest bit marks a reference to another index.
    bytes: bytes.readUInt32BE(at + i * 12) & 0x7fffffff,
    seconds: bytes.readUInt32BE(at + i * 12 + 4) / timescale,
  }));
  return { trackId, firstByte: box.end + offset, segments };
}
