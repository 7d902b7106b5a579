import { expect, it } from 'vitest';
import { extensionOf, takeFileName } from './take-names.ts';

it('[UP-08] a take is named after its question and its day', () => {
  const day = new Date(2026, 10, 3, 23, 59);
  expect(takeFileName('What was your first job?', day, 'mp4')).toBe('What was your first job 2026-11-03.mp4');
  expect(takeFileName('Qui était là: "toi"/moi?', day, 'webm')).toBe('Qui était là toi moi 2026-11-03.webm');
  expect(takeFileName('???', day, 'mp4')).toBe('Recording 2026-11-03.mp4');
  expect(takeFileName('a '.repeat(90), day, 'mp4')).toHaveLength(59 + ' 2026-11-03.mp4'.length);
  expect(takeFileName('x'.repeat(90), day, 'mp4')).toBe(`${'x'.repeat(60)} 2026-11-03.mp4`);
});

it('[UP-08] the extension depends on the type', () => {
  expect(extensionOf('video/mp4')).toBe('mp4');
  expect(extensionOf('video/mp4;codecs=avc1.42E01E,mp4a.40.2')).toBe('mp4');
  expect(extensionOf('video/webm;codecs=vp8,opus')).toBe('webm');
});
