import { expect, it } from 'vitest';
import { hearing, soundLevel } from './sound-level.ts';

const tone = (loudness: number) => Float32Array.from({ length: 2048 }, (_, at) => loudness * Math.sin(at / 7));

it('[UP-08] the meter follows the ear: nothing for silence, full for a loud voice', () => {
  expect(soundLevel(new Float32Array(2048))).toBe(0);
  expect(soundLevel(new Float32Array(0))).toBe(0);
  expect(soundLevel(tone(1))).toBe(1);
  expect(soundLevel(tone(0.1))).toBeGreaterThan(soundLevel(tone(0.01)));
});

it('[UP-08] the words say whether the person is heard', () => {
  expect(hearing(soundLevel(tone(0.2)))).toBe('well');
  expect(hearing(soundLevel(tone(0.01)))).toBe('quiet');
  expect(hearing(soundLevel(tone(0.0005)))).toBe('nothing');
});
