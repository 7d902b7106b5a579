import { expect, test } from 'vitest';
import { commandOf, nextSpeed } from './player-keys.ts';

const key = (name: string, held: object = {}) => ({
  key: name,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...held,
});

test('[VID-01] each key of the player has its command, unless the focused control needs it itself', () => {
  expect(commandOf(key(' '), null)).toBe('toggle');
  expect(commandOf(key('K'), 'button')).toBe('toggle');
  expect(commandOf(key(' '), 'button')).toBeNull();
  expect(commandOf(key('Enter'), 'button')).toBeNull();
  expect(commandOf(key('ArrowLeft'), 'button')).toBe('back');
  expect(commandOf(key('ArrowLeft'), 'slider')).toBeNull();
  expect(commandOf(key('Home'), 'slider')).toBeNull();
  expect(commandOf(key('m'), 'slider')).toBe('mute');
  expect(commandOf(key('x'), null)).toBeNull();
});

test('[VID-01] keys of the browser stay its own', () => {
  expect(commandOf(key('c', { ctrlKey: true }), null)).toBeNull();
  expect(commandOf(key('ArrowLeft', { altKey: true }), null)).toBeNull();
  expect(commandOf(key('f', { metaKey: true }), null)).toBeNull();
});

test('[VID-01] the speed goes by steps and stops at both ends', () => {
  expect(nextSpeed(1, 1)).toBe(1.25);
  expect(nextSpeed(1.5, 1)).toBe(1.5);
  expect(nextSpeed(1, -1)).toBe(0.75);
  expect(nextSpeed(0.75, -1)).toBe(0.75);
});
