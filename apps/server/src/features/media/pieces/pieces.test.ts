import { expect, test } from 'vitest';
import fc from '../../../testing/property.ts';
import { BUFFER_SECONDS } from '../probe/rates.ts';
import { isSamePlan, type PiecePlan, planPieces, rateOfPiece } from './pieces.ts';

test('[UP-02] chunks cover a video exactly: each starts at a key frame where the previous one ends; their number is limited', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 120, max: 7200, noNaN: true }),
      fc.integer({ min: 2, max: 100 }),
      (seconds, workers) => {
        const spans = planPieces(seconds, workers) ?? [];
        expect(spans.length).toBeGreaterThanOrEqual(2);
        expect(spans.length).toBeLessThanOrEqual(32);
        expect(spans[0]?.starts).toBe(0);
        expect(spans.at(-1)?.ends).toBeNull();
        for (const [i, { starts, ends }] of spans.entries()) {
          if (i > 0) expect((starts - 2) % 4).toBe(0);
          expect(ends).toBe(spans[i + 1]?.starts ?? null);
          const length = (ends ?? seconds) - starts;
          // A chunk has about half a minute or more, and at most the length that 32 chunks need.
          expect(length).toBeGreaterThanOrEqual(28);
          expect(length).toBeLessThanOrEqual(1.5 * Math.max(60, seconds / 32 + 4) + 2);
        }
      },
    ),
  );
});

test('encodes as a whole: a short video, one of unknown length, and any video if there is only one worker', () => {
  expect(planPieces(119.9, 9)).toBeNull();
  expect(planPieces(null, 9)).toBeNull();
  expect(planPieces(7200, 1)).toBeNull();
  expect(planPieces(120, 2)).toEqual([
    { starts: 0, ends: 62 },
    { starts: 62, ends: null },
  ]);
});

test('[UP-02] chunks together have at most the bytes of a video encoded as a whole, including one encoder buffer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 6_000_000 }), fc.integer({ min: 120, max: 7200 }), (maxRate, seconds) => {
      const spans = planPieces(seconds, 2) ?? [];
      const rate = rateOfPiece(maxRate, seconds, spans.length);
      const bits = spans.map(({ starts, ends }) => rate * ((ends ?? seconds) - starts + BUFFER_SECONDS));
      expect(bits.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(maxRate * (seconds + BUFFER_SECONDS) + 1);
      expect(rate).toBeGreaterThan(maxRate * 0.96);
    }),
  );
});

test('[UP-02] early chunks can be reused if only the exact duration and bit rate were unknown', () => {
  const encode = { width: 1280, height: 720, deinterlace: false, frameRate: null, toneMap: null };
  const plan: PiecePlan = {
    order: {
      track: 0,
      encode,
      frameRate: 25,
      sizes: [{ width: 1280, height: 720, maxRate: 2_000 }],
      background: false,
    },
    seconds: 300,
    pieces: 5,
  };
  const other = (change: Partial<PiecePlan>, order: Partial<PiecePlan['order']> = {}) => ({
    ...plan,
    ...change,
    order: { ...plan.order, ...order },
  });
  const sized = (width: number, maxRate: number) => other({}, { sizes: [{ width, height: 720, maxRate }] });
  for (const same of [plan, other({ seconds: 300.9 }), other({ seconds: 299.1 }), sized(1280, 1_990)]) {
    expect(isSamePlan(same, plan)).toBe(true);
  }
  for (const different of [
    ...[other({ seconds: 301.1 }), other({ pieces: 6 }), sized(960, 2_000)],
    ...[other({}, { track: 1 }), other({}, { frameRate: 30 }), other({}, { encode: { ...encode, deinterlace: true } })],
  ]) {
    expect(isSamePlan(different, plan)).toBe(false);
  }
});
