import { expect, test } from 'vitest';
import { LOOK_RATE, LOOK_SIZE, turnsAfter } from './turned-picture.ts';

/** Things in two rooms: left, top, right, bottom and brightness. */
const ROOMS = [
  [
    [2, 2, 9, 16, 1],
    [14, 21, 40, 27, -0.8],
    [24, 5, 27, 12, 0.7],
  ],
  [
    [4, 18, 12, 30, -1],
    [16, 3, 30, 8, 0.9],
    [22, 14, 26, 26, 0.6],
  ],
] as const;

/** A room that is brighter at the top. @param left @param up how far the camera is moved, in pixels */
function room({ left = 0, up = 0, contrast = 80, number = 0 } = {}): Uint8Array {
  return Uint8Array.from({ length: LOOK_SIZE ** 2 }, (_, i) => {
    const [x, y] = [(i % LOOK_SIZE) + left, Math.floor(i / LOOK_SIZE) + up];
    const here = ROOMS[number]?.find(([fromX, fromY, toX, toY]) => x >= fromX && x < toX && y >= fromY && y < toY);
    return Math.round(140 - y + contrast * (here?.[4] ?? 0));
  });
}
const turned = (frame: Uint8Array) => frame.toReversed();
const times = (count: number, frame: Uint8Array) => Array.from({ length: count }, () => frame);
const turning = Uint8Array.from({ length: LOOK_SIZE ** 2 }, (_, i) => (i * 37) % 200);
/** It looks the same from below. */
const even = room().map((value, i, all) => (value + (all.at(-1 - i) ?? 0)) / 2);

test.each([
  ['at once', 1, 0, {}],
  ['after three seconds', 6, 0, {}],
  ['while the camera is moved', 6, 2, { left: 4, up: -3 }],
  ['just at the start', 10 * LOOK_RATE, 0, {}],
])('[UP-02] a picture that turns upside down is found: %s', (_name, before, between, moved) => {
  const frames = [...times(before, room()), ...times(between, turning), ...times(6, turned(room(moved)))];
  expect(turnsAfter(frames)).toBe((before + between) / LOOK_RATE);
});

test.each([
  ['that stays', times(20, room())],
  ['that is upside down from the first frame', times(20, turned(room()))],
  ['that is moved', [...times(6, room()), ...times(6, room({ left: 5, up: 4 }))]],
  ['of another place', [...times(6, room()), ...times(6, turned(room({ number: 1 })))]],
  ['in the dark', [...times(6, room({ contrast: 8 })), ...times(6, turned(room({ contrast: 8 })))]],
  ['that turns later', [...times(12 * LOOK_RATE, room()), ...times(4, turned(room()))]],
  ['that looks the same from below', [...times(6, even), ...times(6, turned(even))]],
  ['of one frame', [room()]],
  ['of nothing', []],
])('[UP-02] nothing is said about a picture %s', (_name, frames) => {
  expect(turnsAfter(frames)).toBeNull();
});
