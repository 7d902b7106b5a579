import { expect, it } from 'vitest';
import { rateSound, soundLevel } from './sound-level.ts';

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
