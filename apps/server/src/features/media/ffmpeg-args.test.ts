import { describe, expect, test } from 'vitest';
import { safeInput } from '../../platform/ffmpeg/run.ts';
import { hiddenDataArgs, posterArgs, preparationArgs, previewArgs, renditionsArgs } from './ffmpeg-args.ts';

const INPUT = '/folder/original';
const size = { width: 1280, height: 720 };
const encode = { ...size, deinterlace: false, frameRate: null, toneMap: null };

describe('every run of ffmpeg', () => {
  test.each(
    Object.entries({
      playback: preparationArgs(
        { video: { index: 0, encode }, audio: { index: 1, encode: { channels: 2 } }, container: 'mp4' } as never,
        INPUT,
        '/folder/out',
      ),
      renditions: renditionsArgs(
        { video: { index: 0, encode }, audio: { index: 1, encode: { channels: 2 } }, sizes: [size] } as never,
        INPUT,
        ['/folder/out'],
      ),
      poster: posterArgs(INPUT, 1, '/folder/out', size),
      messages: hiddenDataArgs(0, INPUT, '/folder/out'),
      previews: previewArgs({ seconds: 1, width: 160, height: 90, columns: 2, rows: 2 } as never, INPUT, '/folder/out'),
    }),
  )('[UP-02][VID-07] reads its one input with the lists, and writes a file: %s', (_name, args) => {
    const at = args.indexOf('-protocol_whitelist');
    expect(args.slice(at, at + safeInput(INPUT).length)).toEqual(safeInput(INPUT));
    expect(args.filter((arg) => arg === '-i')).toHaveLength(1);
    expect(args.at(-1)).toBe('file:/folder/out');
  });
});

test('[VID-01] preview images of a long rendition are made of its key frames, which come every four seconds', () => {
  const args = (seconds: number, isRendition: boolean) =>
    previewArgs({ seconds, width: 160, height: 90, columns: 10, rows: 10 } as never, INPUT, '/folder/out', isRendition);
  expect(args(4, true).slice(0, 2)).toEqual(['-skip_frame', 'nokey']);
  expect(args(3, true)).not.toContain('-skip_frame');
  expect(args(4, false)).not.toContain('-skip_frame');
});
