/** An element of a Matroska or WebM file (RFC 9559), with the offsets of its content. */
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

/** A cluster with frames; the tracks are described before it. */
const CLUSTER = '1f43b675';

/** Maximum length of an element's ID and size, in bytes. */
export const ELEMENT_HEAD_BYTES = 12;

/**
 * @param head the first bytes of an element, at least ELEMENT_HEAD_BYTES
 * @param at its offset
 * @param end of its parent
 * @returns null for anything else, and for clusters
 */
export function readElement(head: Buffer, at: number, end: number): Element | null {
  // The number of leading zero bits is the length of a number.
  const nameBytes = Math.clz32(head[0] ?? 0) - 23;
  const lengthBytes = Math.clz32(head[nameBytes] ?? 0) - 23;
  const name = head.toString('hex', 0, nameBytes);
  if (nameBytes > 4 || lengthBytes > 8 || head.length < nameBytes + lengthBytes || name === CLUSTER) return null;
  const mask = 0xff >> lengthBytes;
  const first = (head[nameBytes] ?? 0) & mask;
  const others = head.subarray(nameBytes + 1, nameBytes + lengthBytes);
  const start = at + nameBytes + lengthBytes;
  // All ones: unknown size, up to the end.
  if (first === mask && others.every((byte) => byte === 0xff)) return { name, start, end };
  const length = others.reduce((sum, byte) => sum * 256 + byte, first);
  return { name, start, end: Math.min(end, start + length) };
}

/** The elements at the start of a file with this path of IDs, each inside the previous one. */
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
