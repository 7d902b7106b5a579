/** Signature of every NUT file. */
const FILE_ID = Buffer.from('nut/multimedia container\0', 'latin1');

/** Start code of the syncpoint that follows the headers. */
const SYNCPOINT = Buffer.from('4e4be4adeeca4569', 'hex');

/** Longer headers are not from our encoder. */
const MAX_HEADER_BYTES = 256 * 1024;

/** The files were encoded with different settings and cannot be joined. */
export class DifferentHeaderError extends Error {}

/**
 * Joins NUT files with consecutive times: files with equal headers can be concatenated without the later headers.
 * @returns a function to call for each file in order; it yields the bytes to append.
 * @throws DifferentHeaderError
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
      if (header && !header.equals(own)) throw new DifferentHeaderError('the chunks have different headers');
      yield header ? start.subarray(end) : start;
      header ??= Buffer.from(own);
      start = null;
    }
    if (start) throw new DifferentHeaderError('no content');
  };
}
