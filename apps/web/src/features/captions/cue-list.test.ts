import { MAX_CUE_LENGTH } from '@kinreel/contracts/captions';
import { describe, expect, it } from 'vitest';
import {
  type Change,
  canJoin,
  changeCues,
  cueListOf,
  cuesOf,
  firstProblem,
  formatMoment,
  linesAt,
} from './cue-list.ts';

const FARM = { start: 1, end: 4, text: 'We lived on a farm.' };
const HARBOUR = { start: 6, end: 8, text: 'We moved.' };
const begin = () => cueListOf([FARM, HARBOUR]);
const after = (...changes: Change[]) => changes.reduce(changeCues, begin());
const cues = (...changes: Change[]) => cuesOf(after(...changes));

describe('captions while they are written', () => {
  it('adds a line where the video stands: the one before makes room, the next and the end bound it', () => {
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
    expect(list.lines.find((line) => line.key === list.chosen)?.start).toBe(9);
  });

  it('moves the ends of a line, never past each other, and keeps the lines in order', () => {
    expect(cues({ type: 'begin', key: 0, at: 1.1 })[0]).toEqual({ ...FARM, start: 1.1 });
    expect(cues({ type: 'begin', key: 0, at: -3 })[0]?.start).toBe(0);
    expect(cues({ type: 'begin', key: 0, at: 7 })).toEqual([HARBOUR, { ...FARM, start: 7, end: 10 }]);
    expect(cues({ type: 'end', key: 0, at: 0.5 })[0]?.end).toBe(1.1);
    expect(cues({ type: 'end', key: 1, at: 8.05 })[1]?.end).toBe(8.05);
  });

  it('splits at the caret and the moment, else in the middle, and joins again', () => {
    const split = after({ type: 'split', key: 0, at: 2, caret: 8 });
    expect(cuesOf(split).slice(0, 2)).toEqual([
      { start: 1, end: 2, text: 'We lived' },
      { start: 2, end: 4, text: 'on a farm.' },
    ]);
    expect(cuesOf(changeCues(split, { type: 'join', key: 0 }))).toEqual([FARM, HARBOUR]);
    expect(cues({ type: 'split', key: 0, at: 50, caret: 0 }).slice(0, 2)).toEqual([
      { start: 1, end: 2.5, text: 'We lived on' },
      { start: 2.5, end: 4, text: 'a farm.' },
    ]);
    expect(cues({ type: 'split', key: 1, at: 0, caret: null })[1]?.text).toBe('We');
    expect(canJoin(begin(), 1)).toBe(false);
    expect(cues({ type: 'join', key: 1 })).toEqual([FARM, HARBOUR]);
    const long = cueListOf([FARM, { ...HARBOUR, text: 'x'.repeat(MAX_CUE_LENGTH) }]);
    expect(canJoin(long, 0)).toBe(false);
  });

  it('takes every step back, and writing or moving one line as one step', () => {
    const changes: Change[] = [
      { type: 'write', key: 0, text: 'W' },
      { type: 'write', key: 0, text: 'We' },
      { type: 'begin', key: 0, at: 1.1 },
      { type: 'begin', key: 0, at: 1.2 },
      { type: 'delete', key: 1 },
      { type: 'load', cues: [HARBOUR], from: 'file' },
      { type: 'add', at: 1, duration: 9 },
    ];
    const list = after(...changes);
    expect(list.past.map(({ what }) => what)).toEqual([
      'Text changed',
      'Time changed',
      'Line deleted',
      'File opened',
      'Line added',
    ]);
    const back = list.past.reduce((now) => changeCues(now, { type: 'undo' }), list);
    expect(back.lines).toEqual(begin().lines);
    expect(changeCues(back, { type: 'undo' })).toBe(back);
  });

  it('knows whether there is something to save', () => {
    const dirty = (list: ReturnType<typeof begin>) => list.lines !== list.saved;
    expect(dirty(begin())).toBe(false);
    const written = after({ type: 'write', key: 0, text: 'We' });
    expect(dirty(written)).toBe(true);
    expect(dirty(changeCues(written, { type: 'undo' }))).toBe(false);
    expect(dirty(changeCues(written, { type: 'saved', lines: written.lines }))).toBe(false);
    const meanwhile = changeCues(written, { type: 'write', key: 1, text: 'later' });
    expect(dirty(changeCues(meanwhile, { type: 'saved', lines: written.lines }))).toBe(true);
    const theirs = changeCues(written, { type: 'load', cues: [HARBOUR], from: 'server' });
    expect(dirty(theirs)).toBe(false);
    expect(cuesOf(changeCues(theirs, { type: 'undo' }))[0]?.text).toBe('We');
  });

  it('splits no character in two', () => {
    const list = cueListOf([{ start: 0, end: 2, text: '👩👩👩' }]);
    const [head, tail] = cuesOf(changeCues(list, { type: 'split', key: 0, at: 1, caret: null }));
    expect([head?.text, tail?.text]).toEqual(['👩👩', '👩']);
  });

  it('names the line that cannot be saved', () => {
    expect(firstProblem(begin())).toBeNull();
    expect(firstProblem(after({ type: 'write', key: 1, text: ' \n' }))).toMatchObject({ key: 1 });
    expect(firstProblem(after({ type: 'write', key: 0, text: 'x'.repeat(501) }))?.words).toMatch(/500/);
  });

  it('knows which lines stand at a moment, and tells moments to the tenth', () => {
    const { lines } = begin();
    expect([0.9, 1, 3.9, 4, 6].map((seconds) => linesAt(lines, seconds))).toEqual([[], [0], [0], [], [1]]);
    expect([0, 42.34, 59.96, 3729].map(formatMoment)).toEqual(['0:00.0', '0:42.3', '1:00.0', '1:02:09.0']);
  });
});
