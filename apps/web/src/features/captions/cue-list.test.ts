import { MAX_CUE_LENGTH, MAX_CUES } from '@kinreel/contracts/captions';
import { describe, expect, it } from 'vitest';
import {
  type CueListAction,
  canJoin,
  countLost,
  createCueList,
  cueKeysAt,
  cueListReducer,
  findInvalidCue,
  formatTimestamp,
  shiftTimes,
  toCues,
} from './cue-list.ts';

const FARM = { start: 1, end: 4, text: 'We lived on a farm.' };
const HARBOUR = { start: 6, end: 8, text: 'We moved.' };
const initial = () => createCueList([FARM, HARBOUR]);
const after = (...changes: CueListAction[]) => changes.reduce(cueListReducer, initial());
const cues = (...changes: CueListAction[]) => toCues(after(...changes));

describe('shiftTimes', () => {
  it('shifts all times, also in the undo stack, and removes lines that end before the video starts', () => {
    const typed = after({ type: 'set-text', key: 1, text: 'We moved on.' });
    const list = shiftTimes(typed, -5);
    expect(toCues(list)).toEqual([{ start: 1, end: 3, text: 'We moved on.' }]);
    expect(list.cues).not.toBe(list.saved);
    const undone = cueListReducer(list, { type: 'undo' });
    expect(toCues(undone)).toEqual([{ start: 1, end: 3, text: 'We moved.' }]);
    expect(undone.cues).toBe(undone.saved);
    expect(toCues(shiftTimes(typed, -2))[0]).toEqual({ ...FARM, start: 0, end: 2 });
    expect(shiftTimes(typed, 0)).toBe(typed);
  });

  it('loses only unsaved lines: the server keeps the others', () => {
    const typed = after({ type: 'set-text', key: 0, text: 'We lived there.' });
    expect([0, -3.9, -3.95, -9].map((by) => countLost(typed, by))).toEqual([0, 0, 1, 1]);
    expect(countLost(initial(), -9)).toBe(0);
  });
});

describe('cueListReducer', () => {
  it('adds a cue at the position: the current cue is shortened, the next cue and the end limit it', () => {
    expect(cues({ type: 'add', at: 2.5, duration: 60 })).toEqual([
      { ...FARM, end: 2.5 },
      { start: 2.5, end: 5.5, text: '' },
      HARBOUR,
    ]);
    expect(cues({ type: 'add', at: 4.5, duration: 60 })[1]).toEqual({ start: 4.5, end: 6, text: '' });
    expect(cues({ type: 'add', at: 59, duration: 60 })[2]).toEqual({ start: 59, end: 60, text: '' });
    expect(cues({ type: 'add', at: 60, duration: 60 })[2]).toEqual({ start: 59.9, end: 60, text: '' });
    expect(cues({ type: 'add', at: 9, duration: 0 })[2]).toEqual({ start: 9, end: 12, text: '' });
    const list = after({ type: 'add', at: 9, duration: 60 });
    expect(list.cues.find((cue) => cue.key === list.selectedKey)?.start).toBe(9);
  });

  it('moves start and end, never past each other, and keeps the cues sorted', () => {
    expect(cues({ type: 'set-start', key: 0, at: 1.1 })[0]).toEqual({ ...FARM, start: 1.1 });
    expect(cues({ type: 'set-start', key: 0, at: -3 })[0]?.start).toBe(0);
    expect(cues({ type: 'set-start', key: 0, at: 7 })).toEqual([HARBOUR, { ...FARM, start: 7, end: 10 }]);
    expect(cues({ type: 'set-end', key: 0, at: 0.5 })[0]?.end).toBe(1.1);
    expect(cues({ type: 'set-end', key: 1, at: 8.05 })[1]?.end).toBe(8.05);
  });

  it('splits at the caret and the position, otherwise in the middle, and joins again', () => {
    const split = after({ type: 'split', key: 0, at: 2, caret: 8 });
    expect(toCues(split).slice(0, 2)).toEqual([
      { start: 1, end: 2, text: 'We lived' },
      { start: 2, end: 4, text: 'on a farm.' },
    ]);
    expect(toCues(cueListReducer(split, { type: 'join', key: 0 }))).toEqual([FARM, HARBOUR]);
    expect(cues({ type: 'split', key: 0, at: 50, caret: 0 }).slice(0, 2)).toEqual([
      { start: 1, end: 2.5, text: 'We lived on' },
      { start: 2.5, end: 4, text: 'a farm.' },
    ]);
    expect(cues({ type: 'split', key: 1, at: 0, caret: null })[1]?.text).toBe('We');
    expect(canJoin(initial(), 1)).toBe(false);
    expect(cues({ type: 'join', key: 1 })).toEqual([FARM, HARBOUR]);
    const long = createCueList([FARM, { ...HARBOUR, text: 'x'.repeat(MAX_CUE_LENGTH) }]);
    expect(canJoin(long, 0)).toBe(false);
  });

  it('undoes every step; consecutive edits of one cue are one step', () => {
    const changes: CueListAction[] = [
      { type: 'set-text', key: 0, text: 'W' },
      { type: 'set-text', key: 0, text: 'We' },
      { type: 'set-start', key: 0, at: 1.1 },
      { type: 'set-start', key: 0, at: 1.2 },
      { type: 'delete', key: 1 },
      { type: 'load', cues: [HARBOUR], from: 'file' },
      { type: 'add', at: 1, duration: 9 },
    ];
    const list = after(...changes);
    expect(list.undoStack.map(({ change }) => change)).toEqual([
      'textChanged',
      'timeChanged',
      'lineDeleted',
      'fileOpened',
      'lineAdded',
    ]);
    const back = list.undoStack.reduce((now) => cueListReducer(now, { type: 'undo' }), list);
    expect(back.cues).toEqual(initial().cues);
    expect(cueListReducer(back, { type: 'undo' })).toBe(back);
  });

  it('deletes two lines in two steps, and limits the undo stack', () => {
    const deleted = after({ type: 'delete', key: 0 }, { type: 'delete', key: 1 });
    expect(deleted.undoStack).toHaveLength(2);
    const many = Array.from({ length: 300 }, (_, n): CueListAction => ({ type: 'add', at: n, duration: 400 }));
    const { undoStack } = after(...many);
    expect(undoStack.length).toBeLessThan(300);
    expect(undoStack.at(-1)?.cues).toHaveLength(301);
  });

  it('limits the number of lines', () => {
    const cue = (n: number) => ({ start: n, end: n + 1, text: 'one two' });
    const full = createCueList(Array.from({ length: MAX_CUES }, (_, n) => cue(n)));
    expect(cueListReducer(full, { type: 'add', at: 0, duration: 0 })).toBe(full);
    expect(cueListReducer(full, { type: 'split', key: 0, at: 0.5, caret: 3 })).toBe(full);
  });

  it('does not split a line that is too short, and joins overlapping lines to the later end', () => {
    const short = createCueList([{ start: 1, end: 1.15, text: 'one two' }]);
    expect(cueListReducer(short, { type: 'split', key: 0, at: 1.07, caret: 3 })).toBe(short);
    const overlapping = createCueList([
      { start: 1, end: 9, text: 'one' },
      { start: 2, end: 4, text: 'two' },
    ]);
    expect(toCues(cueListReducer(overlapping, { type: 'join', key: 0 }))).toMatchObject([{ start: 1, end: 9 }]);
  });

  it('detects unsaved changes', () => {
    const dirty = (list: ReturnType<typeof initial>) => list.cues !== list.saved;
    expect(dirty(initial())).toBe(false);
    const written = after({ type: 'set-text', key: 0, text: 'We' });
    expect(dirty(written)).toBe(true);
    expect(dirty(cueListReducer(written, { type: 'undo' }))).toBe(false);
    expect(dirty(cueListReducer(written, { type: 'saved', cues: written.cues }))).toBe(false);
    const meanwhile = cueListReducer(written, { type: 'set-text', key: 1, text: 'later' });
    expect(dirty(cueListReducer(meanwhile, { type: 'saved', cues: written.cues }))).toBe(true);
    const theirs = cueListReducer(written, { type: 'load', cues: [HARBOUR], from: 'server' });
    expect(dirty(theirs)).toBe(false);
    expect(toCues(cueListReducer(theirs, { type: 'undo' }))[0]?.text).toBe('We');
  });

  it('does not split a surrogate pair', () => {
    const list = createCueList([{ start: 0, end: 2, text: '👩👩👩' }]);
    const [head, tail] = toCues(cueListReducer(list, { type: 'split', key: 0, at: 1, caret: null }));
    expect([head?.text, tail?.text]).toEqual(['👩👩', '👩']);
  });

  it('finds a cue that cannot be saved', () => {
    expect(findInvalidCue(initial())).toBeNull();
    expect(findInvalidCue(after({ type: 'set-text', key: 1, text: ' \n' }))).toEqual({ key: 1, problem: 'empty' });
    expect(findInvalidCue(after({ type: 'set-text', key: 0, text: 'x'.repeat(501) }))).toEqual({
      key: 0,
      problem: 'too-long',
    });
  });

  it('finds the cues at a position and formats timestamps with one decimal', () => {
    const { cues } = initial();
    expect([0.9, 1, 3.9, 4, 6].map((seconds) => cueKeysAt(cues, seconds))).toEqual([[], [0], [0], [], [1]]);
    expect([0, 42.34, 59.96, 3729].map(formatTimestamp)).toEqual(['0:00.0', '0:42.3', '1:00.0', '1:02:09.0']);
  });
});
