import { describe, expect, test } from 'vitest';
import { safeInput } from '../../../platform/ffmpeg/run.ts';
import { posterArgs, preparationArgs, previewArgs, renditionsArgs, videoFilters } from './ffmpeg-args.ts';

const INPUT = '/folder/original';
const size = { width: 1280, height: 720 };
const encode = { ...size, deinterlace: false, frameRate: null, toneMap: null };

const PREVIEW = {
  plan: { seconds: 1, width: 160, height: 90, columns: 2, rows: 2 },
  output: '/folder/out',
  black: '/folder/black',
};

describe('every run of ffmpeg', () => {
  test.each(
    Object.entries({
      playback: preparationArgs(
        { video: { index: 0, encode }, audio: { index: 1, encode: { channels: 2 } }, container: 'mp4' } as never,
        INPUT,
        '/folder/out',
      ),
      renditions: renditionsArgs(
        {
          video: { index: 0, encode },
          audio: { index: 1, encode: { channels: 2 } },
          sizes: [size],
          first: null,
        } as never,
        INPUT,
        ['/folder/out'],
        { ...PREVIEW, output: '/folder/preview' },
      ),
      poster: posterArgs(INPUT, 1, { picture: '/folder/out', colors: '/folder/colors' }, size),
      'a copy, and its messages': preparationArgs(
        { video: { index: 0, codec: 'h264', encode: null }, audio: null, container: 'mp4' } as never,
        INPUT,
        '/folder/out',
        { messages: '/folder/messages' },
      ),
      previews: previewArgs(INPUT, PREVIEW),
    }),
  )('[UP-02][VID-07] reads one input with protocol and format whitelists, and writes a file: %s', (_name, args) => {
    const at = args.indexOf('-protocol_whitelist');
    expect(args.slice(at, at + safeInput(INPUT).length)).toEqual(safeInput(INPUT));
    expect(args.filter((arg) => arg === '-i')).toHaveLength(1);
    expect(args.at(-1)).toBe('file:/folder/out');
  });
});

test('[VID-01] strong downscaling uses the area scaler, in each dynamic range', () => {
  const toneMap = { transfer: 'hlg', peak: 5, readsTableOnce: true } as const;
  const scales = [{}, { useAreaScaler: true }, { toneMap }, { toneMap, useAreaScaler: true }].map(
    (more) => /[;,\]](scale=1280[^,]*)/.exec(videoFilters('[0:0]', { ...encode, ...more }))?.[1],
  );
  const [usual, mean] = ['scale=1280:720', 'scale=1280:720:flags=area'];
  expect(scales).toEqual([`${usual}:out_range=tv`, `${mean}:out_range=tv`, usual, mean]);
});

test('[VID-01] preview images are made from the smallest rendition, in the same run', () => {
  const sizes = [size, { width: 426, height: 240, name: '240' }];
  const preview = { ...PREVIEW, plan: { ...PREVIEW.plan, columns: 10, rows: 10 } };
  const plan = { video: { index: 0, encode }, audio: null, sizes, first: null };
  const args = renditionsArgs(plan as never, INPUT, ['/folder/720', '/folder/240'], preview);
  const graph = args[args.indexOf('-filter_complex') + 1];
  expect(graph).toContain('scale=426:240,setsar=1,split[shown][v1];[shown]');
  expect(graph).toContain('fps=1/1,scale=160:90,tile=10x10[preview]');
});
