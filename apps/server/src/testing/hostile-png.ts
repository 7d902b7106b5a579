import { crc32, deflateSync } from 'node:zlib';

/** Left, top, and distance of the pixels of PNG's seven passes (Adam7), in pixels. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * A valid interlaced black square with 16 bits per channel: about 8 KB per megapixel to send, 8 MB to decode.
 * @param side in pixels
 */
export function interlacedPng(side: number): Buffer {
  const bytes = PASSES.reduce((sum, [left, top, across, down]) => {
    return sum + Math.ceil((side - top) / down) * (1 + 8 * Math.ceil((side - left) / across));
  }, 0);
  return png({ width: side, height: side, bitDepth: 16, colorType: 6, interlaced: true }, Buffer.alloc(bytes));
}

/** A valid grey PNG with one bit per pixel, of a few kilobytes. */
export function greyPng(width: number, height: number): Buffer {
  const lines = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return png({ width, height, bitDepth: 1, colorType: 0, interlaced: false }, lines);
}

function png(
  header: { width: number; height: number; bitDepth: number; colorType: number; interlaced: boolean },
  lines: Buffer,
): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(header.width, 0);
  data.writeUInt32BE(header.height, 4);
  data.writeUInt8(header.bitDepth, 8);
  data.writeUInt8(header.colorType, 9);
  data.writeUInt8(header.interlaced ? 1 : 0, 12);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', data),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
