import { describe, expect, it } from 'vitest';
import fc from '../../../testing/property.ts';
import { type Preparation, planPreparation, planRenditions, type RenditionsPlan } from '../encode/plan.ts';
import type { VideoProbe } from './probe.ts';
import { ceilingBytes, type Rates } from './rates.ts';

const TOOLS = { toneMapping: true, readsTableOnce: true, opus: true };

/** A source with a lower bit rate may need a higher one in H.264 to look good. */
const WELL_COMPRESSED = 2_400_000;

interface Facts {
  width: number;
  height: number;
  seconds: number;
  /** Bits per second of the file. */
  rate: number;
  codec: string;
  sound: boolean;
}

function probe({ width, height, seconds, rate, codec, sound }: Facts): VideoProbe {
  return {
    container: 'mp4',
    sizeBytes: Math.round((rate * seconds) / 8),
    durationSeconds: seconds,
    video: {
      index: 0,
      codec,
      codedWidth: width,
      codedHeight: height,
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
    },
    audio: sound ? { index: 1, codec: 'aac', profile: 'LC', channels: 2 } : null,
  };
}

const facts = fc.record({
  width: fc.integer({ min: 16, max: 4096 }),
  height: fc.integer({ min: 16, max: 4096 }),
  seconds: fc.double({ min: 8, max: 7200, noNaN: true }),
  rate: fc.integer({ min: 20_000, max: 60_000_000 }),
  codec: fc.constantFrom('h264', 'hevc', 'mpeg4', 'vp9'),
  sound: fc.boolean(),
});

function prepare(file: VideoProbe): Preparation {
  const plan = planPreparation(file, TOOLS, { maxSeconds: 7200 });
  if (plan.kind === 'reject') throw new Error(plan.failure);
  return plan;
}

/** Maximum size of the playback file in bytes; 0 if its picture is copied. */
function playbackCeiling({ video, audio }: Preparation, seconds: number): number {
  const rates = video.encode && { ...video.encode, audioRate: audio?.encode?.bitRate ?? 0 };
  return rates ? ceilingBytes(rates, seconds) : 0;
}

/** The renditions of a file whose playback file has the maximum size. */
function follow(file: VideoProbe): RenditionsPlan | null {
  const playback = prepare(file);
  const playbackBytes = playbackCeiling(playback, file.durationSeconds ?? 0);
  return planRenditions(file, TOOLS, { isRendition: playback.isRendition, playbackBytes });
}

function renditionsCeiling(plan: RenditionsPlan | null, seconds: number): number {
  return (plan?.sizes ?? []).reduce((sum, size) => sum + ceilingBytes(size, seconds), 0);
}

describe('[UP-02] the bytes of the renditions of a video', () => {
  it('renditions and an encoded playback file together are at most as large as the original', () => {
    fc.assert(
      fc.property(facts, (some) => {
        const file = probe(some);
        const renditions = follow(file);
        fc.pre(renditions !== null);
        const playback = prepare(file);
        const another = playback.isRendition ? 0 : playbackCeiling(playback, some.seconds);
        const all = another + renditionsCeiling(renditions, some.seconds);
        // Each size is rounded up to whole bytes.
        expect(all).toBeLessThanOrEqual(file.sizeBytes + 5);
      }),
    );
  });

  it('a playback file is at most as large as the original, unless that is very well compressed', () => {
    fc.assert(
      fc.property(facts, (some) => {
        const rate = some.rate + WELL_COMPRESSED;
        const file = probe({ ...some, rate });
        const bytes = playbackCeiling(prepare(file), some.seconds);
        // Sound and encoder buffer are added to the maximum rate of the picture.
        const most = file.sizeBytes + ceilingBytes({ maxRate: 0, audioRate: 160_000 }, some.seconds) + rate / 4;
        expect(bytes).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('each size has clearly fewer bytes than the next larger one, and none more than the source', () => {
    fc.assert(
      fc.property(facts, (some) => {
        const sizes = planRenditions(probe(some), TOOLS)?.sizes ?? [];
        expect(sizes.length === 0 || sizes.length > 1).toBe(true);
        for (const [i, { maxRate, audioRate, width, height }] of sizes.entries()) {
          expect(maxRate).toBeGreaterThan(0);
          expect(maxRate + audioRate).toBeLessThanOrEqual(some.rate);
          const larger: (Rates & { width: number; height: number }) | undefined = sizes[i - 1];
          if (!larger) continue;
          expect(maxRate).toBeLessThanOrEqual(larger.maxRate * 0.8);
          expect(width * height).toBeLessThan(larger.width * larger.height);
        }
      }),
    );
  });

  it("a playback file that is also a rendition has the rendition's rates, and is not the smallest", () => {
    fc.assert(
      fc.property(facts, (some) => {
        const file = probe(some);
        const { video, audio, isRendition } = prepare(file);
        fc.pre(isRendition);
        const { first = null, sizes = [] } = follow(file) ?? {};
        expect(sizes).toContain(first);
        expect(sizes.at(-1), 'the smallest size is not the playback file').not.toBe(first);
        expect(video.encode).toMatchObject({ width: first?.width, height: first?.height, maxRate: first?.maxRate });
        expect(audio?.encode?.bitRate ?? 0).toBe(first?.audioRate);
      }),
    );
  });

  it('a playback file of an earlier version that is not a rendition counts with its actual size', () => {
    fc.assert(
      fc.property(facts, fc.double({ min: 0, max: 1, noNaN: true }), (some, share) => {
        const file = probe(some);
        fc.pre(prepare(file).video.encode !== null);
        const playbackBytes = Math.round(file.sizeBytes * share);
        const renditions = planRenditions(file, TOOLS, { playbackBytes });
        fc.pre(renditions !== null);
        expect(renditions?.first).toBeNull();
        expect(playbackBytes + renditionsCeiling(renditions, some.seconds)).toBeLessThanOrEqual(file.sizeBytes + 5);
      }),
    );
  });

  const rates = (file: VideoProbe) =>
    (follow(file)?.sizes ?? [])
      .map(({ name, maxRate, audioRate }) => `${name}: ${Math.round(maxRate / 1000)}+${Math.round(audioRate / 1000)}`)
      .join(', ');
  const phone = { width: 1920, height: 1080, seconds: 60, codec: 'hevc', sound: true };

  it.each<[string, Partial<Facts>, string]>([
    [
      '4K of a phone: the maximum of each',
      { width: 3840, height: 2160, rate: 45e6 },
      '1080: 6000+160, 720: 3000+160, 480: 1500+160, 240: 250+64',
    ],
    ['1080p of a phone', { rate: 17e6 }, '1080: 6000+160, 720: 3000+160, 480: 1500+160, 240: 250+64'],
    ['1080p of a phone that saves space', { rate: 8e6 }, '1080: 3991+160, 720: 1995+160, 480: 998+160, 240: 166+64'],
    ['1080p, copied', { rate: 5e6, codec: 'h264' }, '1080: 2247+160, 720: 1223+160, 480: 665+160, 240: 112+64'],
    [
      '1080p, copied, well compressed: fewer sizes',
      { rate: 2e6, codec: 'h264' },
      '1080: 1082+160, 480: 320+160, 240: 113+64',
    ],
    [
      '720p of a browser',
      { width: 1280, height: 720, rate: 2.5e6, codec: 'vp9' },
      '720: 1216+160, 480: 661+160, 240: 122+64',
    ],
    ['1080p, encoded, well compressed: the playback file is enough', { rate: 1.2e6 }, ''],
  ])('kbit/s of picture and sound: %s', (_, some, expected) => {
    expect(rates(probe({ ...phone, rate: 8e6, ...some }))).toBe(expected);
  });
});
