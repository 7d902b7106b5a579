/** What a playlist needs to know about a file that is read by byte ranges. */
export interface FragmentIndex {
  /** Size of the header that every segment needs, at the start of the file. */
  initBytes: number;
  /** Where the first segment begins; each follows the one before. */
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
  const picture = tracks.find(({ codec }) => codec.startsWith('avc1'));
  const indexes = top.filter(({ type }) => type === 'sidx').map((box) => segmentIndex(head, box));
  const index = indexes.find(({ trackId }) => trackId === picture?.id);
  if (!picture || !index || index.segments.length === 0) throw new NotFragmentedError('no index of a picture');

  // Sound after the last picture is part of the last segment.
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

/** A box of ISO/IEC 14496-12; `start` is where its content begins. */
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

/** Bytes before the boxes inside a box; usually 0. */
const BEFORE_CHILDREN: Record<string, number> = { stsd: 8, avc1: 78 };

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
  // Our renditions always have AAC-LC.
  if (entry?.type === 'mp4a') return { id, codec: 'mp4a.40.2' };
  if (entry?.type !== 'avc1') throw new NotFragmentedError(`a track of ${entry?.type}`);
  const { start } = child(bytes, entry, 'avcC');
  // Version, then profile, compatibility and level: the three that a codec string names.
  return { id, codec: `avc1.${bytes.toString('hex', start + 1, start + 4)}` };
}

/** One `sidx` box: the fragments of a track. */
function segmentIndex(bytes: Buffer, box: Box): { trackId: number; firstByte: number; segments: Segment[] } {
  const wide = bytes[box.start] === 1;
  const trackId = bytes.readUInt32BE(box.start + 4);
  const timescale = bytes.readUInt32BE(box.start + 8);
  let at = box.start + 12;
  // After the earliest time: the distance from this box to the first fragment.
  const offset = wide ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at + 4);
  at += wide ? 16 : 8;
  const count = bytes.readUInt16BE(at + 2);
  at += 4;
  const segments = Array.from({ length: count }, (_, i) => ({
    // The first bit marks a reference to another index.
    bytes: bytes.readUInt32BE(at + i * 12) & 0x7fffffff,
    seconds: bytes.readUInt32BE(at + i * 12 + 4) / timescale,
  }));
  return { trackId, firstByte: box.end + offset, segments };
}
