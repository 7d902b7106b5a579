import { expect, test } from 'vitest';
import { evenGain } from './loudness.ts';

test.each([
  ['quiet', -33, -12, 11],
  ['loud', -10, -1, -8],
  ['very quiet: the hiss of a room stays quiet', -50, -40, 20],
  ['quiet with a bang: its peaks are not cut off', -30, -4, 3],
  ['quiet with a bang at the limit', -30, -0.2, 0],
  ['loud enough, and above the limit', -17.9, 0.4, -1.4],
  ['as it should be', -18.3, -6, 0],
])('a video that is %s', (_, lufs, peak_db, gain) => {
  expect(evenGain({ lufs, peak_db })).toBeCloseTo(gain);
});

test('what was not measured, or has no sound, stays as it is', () => {
  expect([evenGain(null), evenGain(undefined)]).toEqual([0, 0]);
});

test('no peak is ever above -1 dB because of it, and no video further from the others', () => {
  for (let lufs = -70; lufs <= 0; lufs += 1.7) {
    for (let peak_db = lufs; peak_db <= 3; peak_db += 0.9) {
      const gain = evenGain({ lufs, peak_db });
      expect(peak_db + gain).toBeLessThanOrEqual(Math.max(-1, peak_db) + 1e-9);
      if (lufs < -18) expect(lufs + gain).toBeLessThanOrEqual(-18 + 1e-9);
    }
  }
});
