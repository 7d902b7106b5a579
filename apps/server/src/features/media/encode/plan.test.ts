import { describe, expect, it } from 'vitest';
import { displaySize, type ProbedAudio, type ProbedVideo, type VideoProbe } from '../probe/probe.ts';
import { preparationArgs, previewArgs, renditionsArgs } from './ffmpeg-args.ts';
import { type Plan, planHighRange, planPreparation, planRenditions } from './plan.ts';
import { planPreview } from './preview-track.ts';

const TOOLS = { toneMapping: true, readsTableOnce: true, opus: true };
const LIMIT = { maxSeconds: 7200 };

const H264: ProbedVideo = {
  index: 0,
  codec: 'h264',
  codedWidth: 1280,
  codedHeight: 720,
  pixelAspect: 1,
  rotation: 0,
  mirrored: false,
  plainPixels: true,
  tenBits: false,
  transfer: 'sdr',
  maxNits: null,
  interlaced: false,
  frameRate: 30,
  constantFrameRate: true,
};
const AAC: ProbedAudio = { index: 1, codec: 'aac', profile: 'LC', channels: 2 };

function probe(
  video: Partial<ProbedVideo> | null = {},
  audio: Partial<ProbedAudio> | null = {},
  rest: Partial<VideoProbe> = {},
): VideoProbe {
  return {
    container: 'mp4',
    sizeBytes: 25_000_000,
    durationSeconds: 20,
    video: video && { ...H264, ...video },
    audio: audio && { ...AAC, ...audio },
    ...rest,
  };
}

/** A plan as a short text: container, picture, sound. */
function words(plan: Plan): string {
  if (plan.kind === 'reject') return plan.failure;
  const { encode } = plan.video;
  const video = encode
    ? [
        `${encode.width}x${encode.height}`,
        encode.useAreaScaler && 'area scaler',
        encode.frameRate && `${encode.frameRate}fps`,
        encode.deinterlace && 'deinterlaced',
        encode.toneMap && `from ${encode.toneMap.transfer}`,
      ]
        .filter(Boolean)
        .join(' ')
    : 'copy';
  const audio = !plan.audio ? 'silent' : plan.audio.encode ? `${plan.audio.encode.channels}ch` : 'copy';
  return `${plan.container}: ${video}, ${audio}`;
}

describe('[UP-02] [VID-07] how a file is converted', () => {
  it.each<[string, VideoProbe, string]>([
    ['H.264 and AAC', probe(), 'mp4: copy, copy'],
    ['H.264 without sound', probe({}, null), 'mp4: copy, silent'],
    ['H.264 and MP3', probe({}, { codec: 'mp3', profile: null }), 'mp4: copy, copy'],
    [
      'H.264 and Opus in Matroska',
      probe({}, { codec: 'opus', profile: null }, { container: 'mkv' }),
      'mp4: copy, copy',
    ],
    ['H.264 and PCM of a camera', probe({}, { codec: 'pcm_s16le', profile: null }), 'mp4: copy, 2ch'],
    ['H.264 and AAC of six channels', probe({}, { channels: 6 }), 'mp4: copy, 2ch'],
    ['H.264 and an AAC no browser knows', probe({}, { profile: 'Main', channels: 1 }), 'mp4: copy, 1ch'],
    ['a phone held upright', probe({ codedWidth: 1920, codedHeight: 1080, rotation: 90 }), 'mp4: copy, copy'],
    ['VP9 and Opus', probe({ codec: 'vp9' }, { codec: 'opus' }, { container: 'webm' }), 'webm: copy, copy'],
    ['VP8 and Vorbis', probe({ codec: 'vp8' }, { codec: 'vorbis' }, { container: 'webm' }), 'webm: copy, 2ch'],
    ['AV1 and AAC', probe({ codec: 'av1' }), 'webm: copy, 2ch'],
    ['rotated VP9, which WebM cannot store', probe({ codec: 'vp9', rotation: 90 }), 'mp4: 720x1280, 2ch'],
    ['mirrored VP8', probe({ codec: 'vp8', mirrored: true }), 'mp4: 1280x720, 2ch'],
    ['HEVC', probe({ codec: 'hevc' }), 'mp4: 1280x720, 2ch'],
    ['H.264 of ten bits', probe({ plainPixels: false }), 'mp4: 1280x720, 2ch'],
    [
      'HEVC 4K of a phone in HLG',
      probe({ codec: 'hevc', codedWidth: 3840, codedHeight: 2160, plainPixels: false, transfer: 'hlg', rotation: 90 }),
      'mp4: 480x852 area scaler from hlg, 2ch',
    ],
    ['H.264 4K', probe({ codedWidth: 3840, codedHeight: 2160 }), 'mp4: 852x480 area scaler, 2ch'],
    ['a wide screen', probe({ codedWidth: 3440, codedHeight: 1440 }), 'mp4: 1148x480, 2ch'],
    [
      'H.264 4K, too short for several sizes',
      probe({ codedWidth: 3840, codedHeight: 2160 }, {}, { durationSeconds: 7, sizeBytes: 1e6 }),
      'mp4: 1920x1080, 2ch',
    ],
    ['a square', probe({ codec: 'hevc', codedWidth: 2160, codedHeight: 2160 }), 'mp4: 720x720 area scaler, 2ch'],
    [
      'a small picture keeps its size, with even sides',
      probe({ codec: 'mpeg4', codedWidth: 321, codedHeight: 241 }, null),
      'mp4: 320x240, silent',
    ],
    ['one pixel', probe({ codec: 'mpeg4', codedWidth: 1, codedHeight: 1 }, null), 'mp4: 2x2, silent'],
    ['oblong pixels', probe({ codedWidth: 720, codedHeight: 576, pixelAspect: 64 / 45 }), 'mp4: 1024x576, 2ch'],
    [
      'oblong pixels, turned',
      probe({ codedWidth: 720, codedHeight: 576, pixelAspect: 64 / 45, rotation: 270 }),
      'mp4: 576x1024, 2ch',
    ],
    ['interlaced', probe({ interlaced: true }), 'mp4: 1280x720 deinterlaced, 2ch'],
    ['40 Mbit/s', probe({}, {}, { sizeBytes: 100_000_000 }), 'mp4: 1280x720, 2ch'],
    ['slow motion', probe({ frameRate: 240 }), 'mp4: 852x480 60fps, 2ch'],
    ['uneven frames', probe({ codec: 'hevc', frameRate: 24.7, constantFrameRate: false }), 'mp4: 1280x720 25fps, 2ch'],
    [
      'a container clock instead of a frame rate',
      probe({ codec: 'hevc', frameRate: 1000 }),
      'mp4: 1280x720 30fps, 2ch',
    ],
    [
      'a variable frame rate that can be copied',
      probe({ frameRate: 16.7, constantFrameRate: false }),
      'mp4: copy, copy',
    ],
    ['unknown length', probe({}, {}, { durationSeconds: null, sizeBytes: 1e9 }), 'mp4: copy, copy'],
    ['exactly two hours', probe({}, {}, { durationSeconds: 7200 }), 'mp4: copy, copy'],
    ['longer', probe({}, {}, { durationSeconds: 7201 }), 'too_long'],
    ['sound alone', probe(null), 'no_picture'],
    ['nothing at all', probe(null, null), 'damaged'],
  ])('%s', (_, file, expected) => {
    expect(words(planPreparation(file, TOOLS, LIMIT))).toBe(expected);
  });

  it.each<[string, VideoProbe, string]>([
    ['H.264 and AAC of six channels', probe({}, { channels: 6 }), 'mp4: copy, copy'],
    ['VP8 and Opus', probe({ codec: 'vp8' }, { codec: 'opus' }), 'webm: copy, copy'],
    ['HEVC', probe({ codec: 'hevc' }), 'needs_converter'],
    ['H.264 and PCM', probe({}, { codec: 'pcm_s16le' }), 'needs_converter'],
    ['too long', probe({}, {}, { durationSeconds: 9000 }), 'too_long'],
  ])('without ffmpeg: %s', (_, file, expected) => {
    expect(words(planPreparation(file, null, LIMIT))).toBe(expected);
  });

  it('an ffmpeg with missing codecs is used as far as possible', () => {
    const plain = { toneMapping: false, readsTableOnce: false, opus: false };
    expect(words(planPreparation(probe({ codec: 'av1' }), plain, LIMIT))).toBe('mp4: 1280x720, 2ch');
    expect(words(planPreparation(probe({ transfer: 'pq' }), plain, LIMIT))).toBe('mp4: 1280x720, 2ch');
  });

  it('a copy that does not play is encoded', () => {
    expect(words(planPreparation(probe(), TOOLS, { ...LIMIT, reencode: true }))).toBe('mp4: 1280x720, 2ch');
  });
});

describe('[UP-02] the renditions of a video', () => {
  const sizes = (file: VideoProbe) =>
    planRenditions(file, TOOLS)
      ?.sizes.map(({ width, height }) => `${width}x${height}`)
      .join(' ') ?? 'none';

  it.each<[string, VideoProbe, string]>([
    ['1080', probe({ codedWidth: 1920, codedHeight: 1080 }), '1920x1080 1280x720 852x480 426x240'],
    ['4K', probe({ codedWidth: 3840, codedHeight: 2160 }), '1920x1080 1280x720 852x480 426x240'],
    ['720', probe(), '1280x720 852x480 426x240'],
    [
      'a phone held upright',
      probe({ codedWidth: 1920, codedHeight: 1080, rotation: 90 }),
      '1080x1920 720x1280 480x852 240x426',
    ],
    [
      'an older phone: its own size, and no larger one',
      probe({ codedWidth: 960, codedHeight: 640 }),
      '960x640 720x480 360x240',
    ],
    ['800: a 720 would be nearly as large', probe({ codedWidth: 1280, codedHeight: 800 }), '1280x800 768x480 384x240'],
    ['1000', probe({ codedWidth: 1000, codedHeight: 1000 }), '1000x1000 720x720 480x480 240x240'],
    ['a wide screen', probe({ codedWidth: 3440, codedHeight: 1440 }), '1920x802 1148x480 574x240'],
    ['television: a 480 would be nearly as large', probe({ codedWidth: 720, codedHeight: 576 }), '720x576 300x240'],
    ['480', probe({ codedWidth: 854, codedHeight: 480 }), '854x480 426x240'],
    ['240', probe({ codedWidth: 426, codedHeight: 240 }), 'none'],
    ['just long enough', probe({}, {}, { durationSeconds: 8 }), '1280x720 852x480 426x240'],
    ['too short', probe({}, {}, { durationSeconds: 7.9 }), 'none'],
    ['of unknown length', probe({}, {}, { durationSeconds: null }), 'none'],
    ['sound alone', probe(null), 'none'],
  ])('%s', (_, file, expected) => {
    expect(sizes(file)).toBe(expected);
  });

  it.each<[string, VideoProbe, string]>([
    ['short', probe({ codec: 'vp9' }, {}, { durationSeconds: 4 }), '1280x720'],
    ['small', probe({ codec: 'vp8', codedWidth: 320, codedHeight: 240 }), '320x240'],
    ['of unknown length', probe({ codec: 'av1' }, {}, { durationSeconds: null }), '1280x720'],
    ['long', probe({ codec: 'vp9' }), '1280x720 852x480 426x240'],
  ])('one in H.264 for every device, if the playback file is WebM: %s', (_, file, expected) => {
    const plan = planRenditions(file, TOOLS, { needsH264: true });
    expect(plan?.sizes.map(({ width, height }) => `${width}x${height}`).join(' ')).toBe(expected);
  });

  it.each([640, 720, 799, 1001, 1080, 2161])(
    'never enlarge a picture with a short side of %i, and have even sides',
    (side) => {
      for (const file of [
        probe({ codedWidth: side * 2 + 1, codedHeight: side }),
        probe({ codedWidth: side, codedHeight: side * 3 }),
        probe({ codedWidth: side, codedHeight: side, pixelAspect: 1.4222, rotation: 270 }),
      ]) {
        const shown = displaySize(file.video as ProbedVideo);
        for (const { width, height } of planRenditions(file, TOOLS)?.sizes ?? []) {
          expect(width).toBeLessThanOrEqual(shown.width);
          expect(height).toBeLessThanOrEqual(shown.height);
          expect([width % 2, height % 2]).toEqual([0, 0]);
          expect(Math.abs(width / height / (shown.width / shown.height) - 1)).toBeLessThan(0.01);
        }
      }
    },
  );
});

describe('[VID-07] the arguments of ffmpeg', () => {
  const files: [string, VideoProbe][] = [
    ['a copy', probe()],
    ['an encoding', probe({ codec: 'hevc', transfer: 'pq' })],
    ['a WebM', probe({ codec: 'vp9' }, { codec: 'opus' })],
  ];
  /** Checks that only the whitelisted input is opened, and only picture and sound are mapped. */
  function expectCaged(args: string[], maps: string[]): void {
    const input = args.indexOf('-i');
    for (const guard of [
      '-protocol_whitelist',
      '-format_whitelist',
      '-codec_whitelist',
      '-max_pixels',
      '-max_streams',
    ]) {
      expect(args.indexOf(guard), guard).toBeGreaterThanOrEqual(0);
      expect(args.indexOf(guard), guard).toBeLessThan(input);
    }
    expect(args.filter((arg) => arg === '-i')).toHaveLength(1);
    expect(args[input + 1]).toBe('file:/in/original');
    expect(args.filter((_arg, i) => args[i - 1] === '-map')).toEqual(maps);
    expect(args.join(' ')).not.toMatch(/-t |-to /);
  }

  it.each(files)('%s maps only picture and sound, with all safeguards', (_, file) => {
    const plan = planPreparation(file, TOOLS, LIMIT);
    if (plan.kind !== 'prepare') throw new Error(plan.failure);
    const args = preparationArgs(plan, '/in/original', '/out/playback');
    const isCopy = plan.video.encode === null;
    expectCaged(args, [isCopy ? '0:0' : '[play]', '0:1']);
    if (!isCopy) expect(args[args.indexOf('-filter_complex') + 1]?.match(/\[\d:[^\]]+\]/g)).toEqual(['[0:0]']);
    expect(args.join(' ')).toContain('-sn -dn -map_metadata -1 -map_chapters -1');
  });

  it.each(files)('all sizes of %s are made with the same safeguards', (_, file) => {
    const plan = planRenditions(file, TOOLS);
    if (!plan) throw new Error('no sizes');
    const args = renditionsArgs(plan, '/in/original', ['/out/720', '/out/480', '/out/240']);
    expectCaged(args, ['[v0]', '0:1', '[v1]', '0:1', '[v2]', '0:1']);
    // Options apply only to the next output, so each output needs them.
    for (const output of args.join(' ').split(' -map [v').slice(1)) {
      expect(output).toContain('-sn -dn -map_metadata -1 -map_chapters -1');
    }
  });

  it('preview images are made with the same safeguards', () => {
    expectCaged(
      previewArgs('/in/original', {
        plan: planPreview(60, { width: 1280, height: 720 }),
        output: '/out/preview',
        black: '/out/black',
      }),
      ['[preview]'],
    );
  });
});

describe('[UP-02] how HDR is kept', () => {
  const PHONE: Partial<ProbedVideo> = {
    codec: 'hevc',
    plainPixels: false,
    tenBits: true,
    transfer: 'hlg',
    codedWidth: 1920,
    codedHeight: 1080,
    rotation: 90,
  };
  const short = (source: VideoProbe, av1 = true, options = {}) => {
    const plan = planHighRange(source, { av1 }, options);
    if (!plan) return null;
    const { size, video, range } = plan;
    return `${range} ${size.name} ${size.width}x${size.height} ${video.copied ? 'copied' : `encoded, ${video.encode.maxRate / 1e6} Mbit/s`}`;
  };
  const large = { sizeBytes: 100_000_000 };

  it.each<[string, VideoProbe, string | null]>([
    ['a phone held upright', probe(PHONE), 'HLG 1080-hdr 1080x1920 copied'],
    [
      'the same in a file without an index',
      probe(PHONE, {}, { container: 'ts' }),
      'HLG 1080-hdr 1080x1920 encoded, 5 Mbit/s',
    ],
    ['PQ', probe({ ...PHONE, transfer: 'pq' }), 'PQ 1080-hdr 1080x1920 copied'],
    ['VP9', probe({ ...PHONE, codec: 'vp9' }), 'HLG 1080-hdr 1080x1920 encoded, 5 Mbit/s'],
    ['12 bits', probe({ ...PHONE, tenBits: false }), 'HLG 1080-hdr 1080x1920 encoded, 5 Mbit/s'],
    [
      '4K',
      probe({ ...PHONE, codedWidth: 3840, codedHeight: 2160 }, {}, large),
      'HLG 1080-hdr 1080x1920 encoded, 6 Mbit/s',
    ],
    ['a higher rate than phones receive', probe(PHONE, {}, large), 'HLG 1080-hdr 1080x1920 encoded, 6 Mbit/s'],
    ['slow motion', probe({ ...PHONE, frameRate: 240 }), 'HLG 1080-hdr 1080x1920 encoded, 5 Mbit/s'],
    ['an ordinary picture with 10 bits', probe({ ...PHONE, transfer: 'sdr' }), null],
    ['no picture', probe(null), null],
  ])('%s', (_name, source, expected) => {
    expect(short(source)).toBe(expected);
    // Without the encoder only copies are possible.
    expect(short(source, false)).toBe(expected?.includes('encoded') ? null : expected);
  });

  it('always encodes a trimmed video, and a copy that does not play', () => {
    expect(short(probe(PHONE), true, { trim: { start: 1, end: 11 } })).toMatch(/encoded/);
    expect(short(probe(PHONE), true, { reencode: true })).toMatch(/encoded/);
    expect(short(probe(PHONE), false, { reencode: true })).toBe(null);
  });

  it('encodes with a constant frame rate, and a key frame every four seconds', () => {
    const encode = (video: Partial<ProbedVideo>) =>
      planHighRange(probe({ ...PHONE, codec: 'vp9', ...video }), { av1: true })?.video.encode;
    expect(encode({ frameRate: 240 })).toMatchObject({ frameRate: 60, keyFrameEvery: 240, toneMap: null });
    expect(encode({ frameRate: 24 })).toMatchObject({ frameRate: null, keyFrameEvery: 96, tenBits: true });
  });
});
