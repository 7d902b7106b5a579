import { expect, test } from 'vitest';
import { commandForKey, nextSpeed } from './player-keys.ts';

const key = (name: string, modifiers: object = {}) => ({
  key: name,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...modifiers,
});

test('[VID-01] maps each shortcut to its command, unless the focused control handles the key', () => {
  expect(commandForKey(key(' '), null)).toBe('toggle');
  expect(commandForKey(key('K'), 'button')).toBe('toggle');
  expect(commandForKey(key(' '), 'button')).toBeNull();
  expect(commandForKey(key('Enter'), 'button')).toBeNull();
  expect(commandForKey(key('ArrowLeft'), 'button')).toBe('back');
  expect(commandForKey(key('ArrowLeft'), 'slider')).toBeNull();
  expect(commandForKey(key('Home'), 'slider')).toBeNull();
  expect(commandForKey(key('m'), 'slider')).toBe('mute');
  expect(commandForKey(key('x'), null)).toBeNull();
});

test('[VID-01] ignores browser shortcuts', () => {
  expect(commandForKey(key('c', { ctrlKey: true }), null)).toBeNull();
  expect(commandForKey(key('ArrowLeft', { altKey: true }), null)).toBeNull();
  expect(commandForKey(key('f', { metaKey: true }), null)).toBeNull();
});

test('[VID-01] changes the speed in steps and stops at both ends', () => {
  expect(nextSpeed(1, 1)).toBe(1.25);
  expect(nextSpeed(1.5, 1)).toBe(1.5);
  expect(nextSpeed(1, -1)).toBe(0.75);
  expect(nextSpeed(0.75, -1)).toBe(0.75);
});
