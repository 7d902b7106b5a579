import sharp from 'sharp';
import { greyPng, interlacedPng } from '../hostile-png.ts';
import type { MediaFiles } from '../media-test-files.ts';
import { picture, tone } from '../media-test-files.ts';
import fc from '../property.ts';

/** A malicious file, and how it was made. */
export interface HostileFile {
  name: string;
  bytes: Buffer;
}

/** What malicious files try to access: a file and a port of this machine. */
export interface Reach {
  secret: string;
  port: number;
}

/** Valid pictures of each accepted kind. */
export async function goodPictures(): Promise<HostileFile[]> {
  const image = sharp({
    create: {
      width: 320,
      height: 240,
      channels: 3,
      background: '#aa5500',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
  const frames = await sharp({ create: { width: 64, height: 256, channels: 4, background: '#00aa5580' } })
    .gif({ loop: 0 })
    .toBuffer();
  return [
    {
      name: 'jpeg',
      bytes: await image
        .clone()
        .withExif({ IFD0: { Orientation: '6', Copyright: 'x'.repeat(500) } })
        .jpeg()
        .toBuffer(),
    },
    { name: 'png', bytes: await image.clone().png().toBuffer() },
    { name: 'webp', bytes: await image.clone().webp().toBuffer() },
    { name: 'avif', bytes: await image.clone().avif({ effort: 0 }).toBuffer() },
    { name: 'gif', bytes: frames },
    { name: 'interlaced png', bytes: interlacedPng(300) },
  ];
}

/** Pictures that declare, or decode to, a huge size, or that reference something else. */
export async function pictureBombs({ secret, port }: Reach): Promise<HostileFile[]> {
  const [, png, webp, avif, gif] = (await goodPictures()).map(({ bytes }) => bytes) as Buffer[];
  const text = (name: string, content: string): HostileFile => ({ name, bytes: Buffer.from(content) });
  return [
    { name: 'png bomb', bytes: interlacedPng(6_000) },
    { name: 'png, 30,000 by 30,000', bytes: greyPng(30_000, 30_000) },
    { name: 'png that claims the largest size', bytes: patched(png as Buffer, 'IHDR', [0x7fffffff, 0x7fffffff]) },
    {
      name: 'gif that claims the largest size',
      bytes: overwritten(gif as Buffer, 6, Buffer.from([0xff, 0xff, 0xff, 0xff])),
    },
    {
      name: 'webp that claims the largest size',
      bytes: overwritten(webp as Buffer, 26, Buffer.from([0xff, 0x3f, 0xff, 0x3f])),
    },
    { name: 'avif that claims the largest size', bytes: patched(avif as Buffer, 'ispe', [0, 0x7fffffff, 0x7fffffff]) },
    {
      name: 'avif as heic that claims 60,000 by 60,000',
      bytes: overwritten(patched(avif as Buffer, 'ispe', [0, 60_000, 60_000]), 8, Buffer.from('heic')),
    },
    {
      name: 'heif with items outside of the file',
      bytes: patched(avif as Buffer, 'iloc', [0x00004444, 0x00010001, 0xffffffff, 0xffffffff]),
    },
    { name: 'heif with a grid of itself', bytes: replaced(avif as Buffer, 'av01', 'grid') },
    text(
      'svg with files',
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><image xlink:href="file://${secret}" width="9" height="9"/><image href="http://127.0.0.1:${port}/x.png"/></svg>`,
    ),
    text(
      'svg with an entity',
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file://${secret}">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>`,
    ),
    text(
      'svg with a billion words',
      `<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "lol">${[...'bcdefghij'].map((name, i) => `<!ENTITY ${name} "${`&${String.fromCharCode(97 + i)};`.repeat(10)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>`,
    ),
    text(
      'magick vector',
      `push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 9,9 'file://${secret}'\nimage over 0,0 0,0 'http://127.0.0.1:${port}/x'\npop graphic-context`,
    ),
    text('postscript', `%!PS\n(${secret}) (r) file 100 string readstring`),
    text('pdf', `%PDF-1.4\n1 0 obj<</F(file://${secret})>>endobj`),
    text('radiance', `#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 60000 +X 60000\n`),
    text('ppm that claims the largest size', 'P6\n2147483647 2147483647\n255\n'),
  ];
}

/** Valid videos of each accepted container. */
export async function goodVideos(files: MediaFiles): Promise<HostileFile[]> {
  const { readFile } = await import('node:fs/promises');
  const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-preset', 'ultrafast', '-c:a', 'aac'];
  const make = async (name: string, ...args: string[]): Promise<HostileFile> => ({
    name,
    bytes: await readFile(await files.make(name, ...picture(1, '96x64', 10), ...tone(1), ...args)),
  });
  return Promise.all([
    make('good.mp4', ...h264),
    make('faststart.mp4', ...h264, '-movflags', '+faststart'),
    make('fragmented.mp4', ...h264, '-g', '5', '-movflags', 'frag_keyframe+empty_moov+default_base_moof+global_sidx'),
    make('good.mov', ...h264),
    make('good.webm', '-c:v', 'libvpx', '-c:a', 'libopus'),
    make('good.mkv', ...h264),
    make('good.avi', '-c:v', 'mpeg4', '-c:a', 'mp3'),
    make('good.ts', ...h264),
  ]);
}

/** Videos that reference other files or URLs, with correct offsets, and playlists. */
export function plantedVideos(good: readonly HostileFile[], { secret, port }: Reach): HostileFile[] {
  const named = (name: string) => good.find((file) => file.name === name)?.bytes as Buffer;
  const url = `http://127.0.0.1:${port}/x.mp4`;
  const text = (name: string, content: string): HostileFile => ({ name, bytes: Buffer.from(content) });
  const mp4 = named('good.mp4');
  const mov = named('good.mov');
  const fragmented = named('fragmented.mp4');
  const up = '../'.repeat(12) + secret.slice(1);
  return [
    { name: 'mov with an alias to an absolute path', bytes: withDataReference(mov, alias(secret, 0)) },
    { name: 'mov with an alias to a path in upper folders', bytes: withDataReference(mov, alias(up, 12)) },
    { name: 'mov with an alias to its neighbour', bytes: withDataReference(mov, alias('original', 1)) },
    { name: 'mp4 with a data reference to a file', bytes: withDataReference(mp4, urlReference(`file://${secret}`)) },
    { name: 'mp4 with a data reference to an address', bytes: withDataReference(mp4, urlReference(url)) },
    {
      name: 'mov with a reference movie',
      bytes: Buffer.concat([mov.subarray(0, 28), referenceMovie(url), mov.subarray(28)]),
    },
    {
      name: 'fragments with an endless index',
      bytes: patched(fragmented, 'sidx', [0, 1, 1_000, 0, 0, 0x0000ffff, 0x7fffffff, 0x7fffffff]),
    },
    {
      name: 'fragments with an index that references itself',
      bytes: patched(fragmented, 'sidx', [0, 1, 1_000, 0, 0xfffffff0, 0x00000002, 0x80000000]),
    },
    { name: 'fragments at another place', bytes: patched(fragmented, 'tfhd', [0x00000001, 1, 0x7fffffff, 0xffffffff]) },
    { name: 'fragments with a billion samples', bytes: patched(fragmented, 'trun', [0x00000201, 0x3fffffff]) },
    { name: 'samples without end', bytes: patched(mp4, 'stsz', [0, 0, 0x7fffffff]) },
    { name: 'chunks without end', bytes: patched(mp4, 'stsc', [0, 0x0fffffff]) },
    { name: 'times without end', bytes: patched(mp4, 'stts', [0, 1, 0x7fffffff, 0x7fffffff]) },
    {
      name: 'picture of 60,000 by 60,000',
      bytes: patched(mp4, 'tkhd', []).fill(0xff, mp4.indexOf('tkhd') + 80, mp4.indexOf('tkhd') + 88),
    },
    text('ffconcat', `ffconcat version 1.0\nfile 'file://${secret}'\nfile '${url}'\n`),
    text('hls', `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${secret}\n#EXTINF:1,\n${url}\n#EXT-X-ENDLIST\n`),
    text(
      'hls behind a nested protocol',
      `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\nconcat:${url}|file://${secret}\n#EXT-X-ENDLIST\n`,
    ),
    text(
      'dash',
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${url}</BaseURL><SegmentBase/></Representation></AdaptationSet></Period></MPD>`,
    ),
    text(
      'sdp',
      `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video ${port} RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
    ),
    text('subtitles of elsewhere', `[Script Info]\nVideo File: ${secret}\n`),
    text('list of images', 'P6\n30000 30000\n255\n'),
    {
      name: 'avi with a playlist inside',
      bytes: Buffer.concat([
        named('good.avi').subarray(0, 500),
        Buffer.from(`#EXTM3U\n#EXTINF:1,\nfile://${secret}\n`),
      ]),
    },
  ];
}

/** Valid files with random damage: bits, lengths, boxes, truncation, or parts of another file. */
export function mutated(good: readonly HostileFile[], count: number): HostileFile[] {
  const change = fc.record({
    kind: fc.nat(7),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    value: fc.nat(255),
    length: fc.nat(64),
  });
  const one = fc.tuple(
    fc.constantFrom(...good),
    fc.constantFrom(...good),
    fc.array(change, { minLength: 1, maxLength: 12 }),
  );
  return fc.sample(one, count).map(([file, other, changes]) => {
    let bytes: Buffer = Buffer.from(file.bytes);
    for (const { kind, at, value, length } of changes) bytes = changed(bytes, other.bytes, { kind, at, value, length });
    return { name: `${file.name} with ${changes.map(({ kind }) => kind).join(' ')}`, bytes };
  });
}

/** Edge values for lengths and counts. */
const BAD_NUMBERS = [0, 1, 7, 8, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff8];

function changed(
  bytes: Buffer,
  other: Buffer,
  { kind, at, value, length }: { kind: number; at: number; value: number; length: number },
): Buffer {
  if (bytes.length < 16) return bytes;
  const place = Math.floor(at * (bytes.length - 8));
  const copy = Buffer.from(bytes);
  switch (kind) {
    case 0:
      copy[place] = (copy[place] ?? 0) ^ (1 << (value % 8));
      return copy;
    case 1:
      copy[place] = value;
      return copy;
    case 2:
      copy.writeUInt32BE(BAD_NUMBERS[value % BAD_NUMBERS.length] ?? 0, place);
      return copy;
    case 3:
      return copy.subarray(0, place + 8);
    case 4:
      return copy.fill(value % 2 === 0 ? 0 : 0xff, place, Math.min(place + length, copy.length));
    case 5:
      return Buffer.concat([
        copy.subarray(0, place),
        other.subarray(Math.floor(at * other.length)).subarray(0, length * 16),
        copy.subarray(place),
      ]);
    case 6: {
      // The length of a box, if there is one.
      const boxes = [
        ...copy
          .toString('latin1')
          .matchAll(
            /moov|trak|mdia|minf|stbl|stsd|stsz|stco|stts|moof|traf|trun|sidx|mdat|ftyp|meta|iloc|ipco|ispe|IHDR|IDAT|VP8 |RIFF/g,
          ),
      ];
      const box = boxes[value % Math.max(1, boxes.length)];
      if (box && box.index >= 4) copy.writeUInt32BE(BAD_NUMBERS[length % BAD_NUMBERS.length] ?? 0, box.index - 4);
      return copy;
    }
    default:
      return Buffer.concat([copy.subarray(0, place), copy.subarray(Math.max(0, place - length * 8))]);
  }
}

function overwritten(bytes: Buffer, at: number, by: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  by.copy(copy, at);
  return copy;
}

/** Replaces the first words of a box or chunk; its length stays the same. */
function patched(bytes: Buffer, type: string, words: readonly number[]): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(type, 0, 'latin1') + 4;
  if (at < 4) throw new Error(`There is no ${type}.`);
  words.forEach((word, index) => {
    if (at + index * 4 + 4 <= copy.length) copy.writeUInt32BE(word >>> 0, at + index * 4);
  });
  return copy;
}

const replaced = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const words = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
};

const CONTAINERS = ['moov', 'trak', 'mdia', 'minf', 'dinf'];

/**
 * Replaces the data references (`dref`), so that the data is in another file. All lengths are corrected; the index is
 * after the data, so that no offset changes.
 */
function withDataReference(bytes: Buffer, reference: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + length);
    if (CONTAINERS.includes(type)) parts.push(box(type, withDataReference(content, reference)));
    else if (type === 'dref') parts.push(box(type, words(0, 1), reference));
    else parts.push(bytes.subarray(at, at + length));
    if (length < 8) break;
    at += length;
  }
  return Buffer.concat(parts);
}

const urlReference = (url: string) => box('url ', words(0), Buffer.from(`${url}\0`));

/** An alias record of QuickTime, as ffmpeg reads it. @param levels folders between the alias and its target */
function alias(path: string, levels: number): Buffer {
  const name = Buffer.alloc(64);
  const last = path.split('/').at(-1) ?? '';
  name[0] = Math.min(63, last.length);
  name.write(last.slice(0, 63), 1, 'latin1');
  const level = Buffer.alloc(4);
  level.writeUInt16BE(levels, 0);
  level.writeUInt16BE(levels, 2);
  const entry = (type: number, text: string) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(text.length, 2);
    return Buffer.concat([head, Buffer.from(text.length % 2 === 0 ? text : `${text}\0`)]);
  };
  const end = Buffer.from([0xff, 0xff, 0, 0]);
  const folder = path.split('/').at(-2) ?? '';
  return box(
    'alis',
    words(0),
    Buffer.alloc(10),
    // No volume name, which would be removed from the path.
    Buffer.alloc(28),
    Buffer.alloc(12),
    name,
    Buffer.alloc(16),
    level,
    Buffer.alloc(16),
    entry(0, folder),
    entry(2, path),
    end,
  );
}

/** A QuickTime reference movie, which only contains the URL of another one. */
function referenceMovie(url: string): Buffer {
  const target = Buffer.from(`${url}\0`);
  return box(
    'moov',
    box('rmra', box('rmda', box('rdrf', words(0), Buffer.from('url '), words(target.length), target))),
  );
}
