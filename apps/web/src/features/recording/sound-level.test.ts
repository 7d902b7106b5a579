import { expect, it } from 'vitest';
import { rateSound, soundLevel, soundOf } from './sound-level.ts';

const tone = (loudness: number) => Float32Array.from({ length: 2048 }, (_, at) => loudness * Math.sin(at / 7));

it('[UP-08] the meter shows nothing for silence and the full scale for a loud voice', () => {
  expect(soundLevel(new Float32Array(2048))).toBe(0);
  expect(soundLevel(new Float32Array(0))).toBe(0);
  expect(soundLevel(tone(1))).toBe(1);
  expect(soundLevel(tone(0.1))).toBeGreaterThan(soundLevel(tone(0.01)));
});

it('[UP-08] the sound is rated as good, quiet or silent', () => {
  expect(rateSound(soundLevel(tone(0.2)))).toBe('good');
  expect(rateSound(soundLevel(tone(0.01)))).toBe('quiet');
  expect(rateSound(soundLevel(tone(0.0005)))).toBe('silent');
});

it('[UP-08] the level is always in the range of its rating', () => {
  for (let now = 0; now <= 1; now += 0.05) {
    for (let loudest = now; loudest <= 1; loudest += 0.05) {
      const { level, rating } = soundOf(now, loudest);
      expect([rateSound(level), level >= now]).toEqual([rating, true]);
    }
  }
  // A pause between two words of a clear voice.
  expect(soundOf(0, 0.8).rating).toBe('good');
  expect(soundOf(0, 0.8).level).toBeGreaterThan(soundOf(0, 0.2).level);
  expect(soundOf(0, 0)).toEqual({ level: 0, rating: 'silent' });
});
