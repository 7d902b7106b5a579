import { expect, test } from 'vitest';
import { evenGain } from './loudness.ts';

test.each([
  ['quiet', -33, -12, 11],
  ['loud', -10, -1, -8],
  ['very quiet: gain is limited so that noise stays quiet', -50, -40, 20],
  ['quiet with a loud peak: gain is limited by the peak', -30, -4, 3],
  ['quiet with a peak at the limit', -30, -0.2, 0],
  ['at the target, with a peak above the limit', -17.9, 0.4, -1.4],
  ['already at the target', -18.3, -6, 0],
])('a video that is %s', (_, lufs, peak_db, gain) => {
  expect(evenGain({ lufs, peak_db })).toBeCloseTo(gain);
});

test('the gain is 0 without a measurement or without sound', () => {
  expect([evenGain(null), evenGain(undefined)]).toEqual([0, 0]);
});

test('no gain raises a peak above -1 dB or moves a video away from the target', () => {
  for (let lufs = -70; lufs <= 0; lufs += 1.7) {
    for (let peak_db = lufs; peak_db <= 3; peak_db += 0.9) {
      const gain = evenGain({ lufs, peak_db });
      expect(peak_db + gain).toBeLessThanOrEqual(Math.max(-1, peak_db) + 1e-9);
      if (lufs < -18) expect(lufs + gain).toBeLessThanOrEqual(-18 + 1e-9);
    }
  }
});
