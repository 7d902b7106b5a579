/** An element of a Matroska or WebM file (RFC 9559); where its content is, in bytes. */
export interface Element {
  /** Its ID, in hexadecimal digits. */
  name: string;
  start: number;
  end: number;
}

export const SEGMENT = '18538067';
export const TRACKS = '1654ae6b';
export const TRACK_ENTRY = 'ae';
export const CODEC_PRIVATE = '63a2';
export const CONTENT_ENCODINGS = '6d80';
export const CONTENT_ENCODING = '6240';
export const CONTENT_ENCRYPTION = '5035';

/** The pictures of a file begin here: its tracks are in front. */
const CLUSTER = '1f43b675';

/** Most bytes of the ID and the length of an element. */
export const ELEMENT_HEAD_BYTES = 12;

/**
 * @param head the first bytes of an element, ELEMENT_HEAD_BYTES are enough @param at its place @param end of what it is in
 * @returns null for anything else, and where the pictures begin
 */
export function readElement(head: Buffer, at: number, end: number): Element | null {
  // The zeros in front of the first one say how many bytes a number has.
  const nameBytes = Math.clz32(head[0] ?? 0) - 23;
  const lengthBytes = Math.clz32(head[nameBytes] ?? 0) - 23;
  const name = head.toString('hex', 0, nameBytes);
  if (nameBytes > 4 || lengthBytes > 8 || head.length < nameBytes + lengthBytes || name === CLUSTER) return null;
  const mask = 0xff >> lengthBytes;
  const first = (head[nameBytes] ?? 0) & mask;
  const others = head.subarray(nameBytes + 1, nameBytes + lengthBytes);
  const start = at + nameBytes + lengthBytes;
  // All ones: unknown, up to the end.
  if (first === mask && others.every((byte) => byte === 0xff)) return { name, start, end };
  const length = others.reduce((sum, byte) => sum * 256 + byte, first);
  return { name, start, end: Math.min(end, start + length) };
}

/** The elements of the start of a file that have these IDs, each inside the one before. */
export function* elementsAt(
  bytes: Buffer,
  [name, ...inside]: readonly string[],
  { start, end } = { start: 0, end: bytes.length },
): Generator<Element> {
  for (let at = start; at < end; ) {
    const element = readElement(bytes.subarray(at, at + ELEMENT_HEAD_BYTES), at, end);
    if (!element) return;
    if (element.name === name) {
      if (inside.length > 0) yield* elementsAt(bytes, inside, element);
      else yield element;
    }
    at = element.end;
  }
}
