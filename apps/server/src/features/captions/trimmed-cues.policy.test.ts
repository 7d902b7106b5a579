import { id } from '@kinreel/contracts';
import { expect, test } from 'vitest';
import { cuesAround, cuesWithin, versionWithoutCaptions, withHiddenCues } from './trimmed-cues.policy.ts';

/** A video of which only the seconds 2 to 12 are delivered. */
const TRIM = { start: 2, end: 12 };
const cue = (start: number, end: number) => ({ start, end, text: `${start} to ${end}` });

test('viewers get only cues that are entirely within the trim; times are rounded to milliseconds', () => {
  const within = (start: number, end: number) => cuesWithin([cue(start, end)], TRIM).length === 1;
  expect([within(1.999, 3), within(1.998, 3), within(11, 12.001), within(11, 12.002)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(cuesWithin([cue(2, 12)], TRIM)).toEqual([{ start: 0, end: 10, text: '2 to 12' }]);
  expect(cuesWithin([cue(0, 99)], null)).toEqual([cue(0, 99)]);
});

test('the owner also edits cues that overlap the trim, and none outside it', () => {
  const around = (start: number, end: number) => cuesAround([cue(start, end)], TRIM).length === 1;
  expect([around(1, 2), around(1, 2.001), around(1, 2.002)]).toEqual([false, false, true]);
  expect([around(12, 13), around(11.999, 13), around(11.998, 13)]).toEqual([false, false, true]);
  expect(cuesAround([cue(1, 13)], TRIM)).toEqual([{ start: 0, end: 10, text: '1 to 13' }]);
  expect(cuesAround([cue(0, 99)], null)).toEqual([cue(0, 99)]);
});

test('trimmed cues are merged back, in order, after the others were edited', () => {
  const stored = [cue(0, 1), cue(3, 4), cue(12, 13)];
  const edited = [{ start: 1, end: 2.0004, text: 'new' }];
  expect(withHiddenCues(stored, edited, TRIM)).toEqual([cue(0, 1), { start: 3, end: 4, text: 'new' }, cue(12, 13)]);
  expect(withHiddenCues(stored, edited, null)).toEqual(edited);
});

test('the version of a video without captions differs for each trim', () => {
  const parts = [TRIM, { start: 2, end: 13 }, { start: 3, end: 12 }].map(versionWithoutCaptions);
  expect(new Set(parts).size).toBe(3);
  expect(parts.map((version) => id.parse(version))).toEqual(parts);
  expect(versionWithoutCaptions({ ...TRIM })).toBe(parts[0]);
  expect(versionWithoutCaptions(null)).toBeNull();
});
