/** Every NUT file begins with this. */
const FILE_ID = Buffer.from('nut/multimedia container\0', 'latin1');

/** Begins what follows the headers of a NUT file. */
const SYNCPOINT = Buffer.from('4e4be4adeeca4569', 'hex');

/** Headers that are longer are none of ours. */
const MAX_HEADER_BYTES = 256 * 1024;

/** Files that are to be joined were not encoded in the same way. */
export class DifferentHeaderError extends Error {}

/**
 * Joins NUT files whose times follow each other: one file of this kind may go on with the next one's content if both have the
 * same headers.
 * @returns to be called for each file, in order: what it adds to the bytes before. @throws DifferentHeaderError
 */
export function nutJoiner(): (file: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  let header: Buffer | null = null;
  return async function* (file) {
    let start: Buffer | null = Buffer.alloc(0);
    for await (const chunk of file) {
      if (!start) {
        yield chunk;
        continue;
      }
      start = Buffer.concat([start, chunk]);
      const end = start.indexOf(SYNCPOINT);
      if (end < 0) {
        if (start.length > MAX_HEADER_BYTES) throw new DifferentHeaderError('no content');
        continue;
      }
      const own = start.subarray(0, end);
      if (!own.subarray(0, FILE_ID.length).equals(FILE_ID)) throw new DifferentHeaderError('not a NUT file');
      if (header && !header.equals(own)) throw new DifferentHeaderError('the pieces have different headers');
      yield header ? start.subarray(end) : start;
      header ??= Buffer.from(own);
      start = null;
    }
    if (start) throw new DifferentHeaderError('no content');
  };
}
