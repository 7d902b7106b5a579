import { type Cue, MAX_CUE_LENGTH, MAX_CUES } from '@kinreel/contracts/captions';

/** Captions while they are written: a list of lines with all that is done to it, and the way back. */

/** One line. Its key stays while it is changed. */
export interface Line extends Cue {
  key: number;
}

/** What was done last, so that it can be undone. */
interface Step {
  /** As it is told: "Line deleted". */
  what: string;
  /** Changes of one kind to one line are one step. */
  kind: string;
  lines: readonly Line[];
  chosen: number | null;
}

export interface CueList {
  /** In the order in which they begin. */
  lines: readonly Line[];
  /** Key of the line that is worked on. */
  chosen: number | null;
  past: readonly Step[];
  /** The lines as the server has them: the very list, so that taking all steps back leaves nothing to save. */
  saved: readonly Line[];
  nextKey: number;
}

/** A change of the list. Moments are in seconds of the video. */
export type Change =
  | { type: 'choose'; key: number | null }
  | { type: 'add'; at: number; duration: number }
  | { type: 'write'; key: number; text: string }
  | { type: 'begin'; key: number; at: number }
  | { type: 'end'; key: number; at: number }
  | { type: 'split'; key: number; at: number; caret: number | null }
  | { type: 'join'; key: number }
  | { type: 'delete'; key: number }
  /** Other lines in the place of these: of a file, those that another window has saved, those that this tab has kept. */
  | { type: 'load'; cues: readonly Cue[]; from: keyof typeof LOADED }
  /** Begin with what the server has. */
  | { type: 'begin with'; cues: readonly Cue[] }
  /** These lines have been saved; others may have been written meanwhile. */
  | { type: 'saved'; lines: readonly Line[] }
  | { type: 'undo' };

/** How it is told that there are other lines. */
const LOADED = {
  file: 'File opened',
  server: 'The other lines are here',
  tab: 'What you had not saved is here again',
};

/** Seconds that a line stands when it is new, and the least that it may. */
const NEW_LENGTH = 3;
const LEAST_LENGTH = 0.1;

/** Seconds of one press on earlier or later. */
export const NUDGE = 0.1;

/** Most steps that can be undone. */
const MAX_STEPS = 200;

export function cueListOf(cues: readonly Cue[]): CueList {
  const lines = cues.map((cue, key) => ({ ...cue, key }));
  return { lines, chosen: null, past: [], saved: lines, nextKey: lines.length };
}

/** The lines as they are saved. */
export function cuesOf({ lines }: CueList): Cue[] {
  return lines.map(({ start, end, text }) => ({ start, end, text }));
}

/** The first line that cannot be saved as it is, and what to do about it. */
export function firstProblem({ lines }: CueList): { key: number; words: string } | null {
  for (const { key, text } of lines) {
    if (text.trim() === '') return { key, words: 'Please write something here, or delete this line.' };
    if (text.length > MAX_CUE_LENGTH) return { key, words: `Please use at most ${MAX_CUE_LENGTH} characters.` };
  }
  return null;
}

export function changeCues(list: CueList, change: Change): CueList {
  switch (change.type) {
    case 'choose':
      return { ...list, chosen: change.key };
    case 'undo':
      return undo(list);
    case 'begin with':
      return cueListOf(change.cues);
    case 'saved':
      return { ...list, saved: change.lines };
    case 'load': {
      const lines = change.cues.map((cue, index) => ({ ...cue, key: list.nextKey + index }));
      const loaded = step(list, LOADED[change.from], 'load', lines);
      const nextKey = list.nextKey + lines.length;
      return { ...loaded, nextKey, chosen: null, saved: change.from === 'server' ? loaded.lines : list.saved };
    }
    case 'add':
      return add(list, change.at, change.duration);
    default:
      return changeLine(list, change);
  }
}

function undo(list: CueList): CueList {
  const last = list.past.at(-1);
  return last ? { ...list, lines: last.lines, chosen: last.chosen, past: list.past.slice(0, -1) } : list;
}

/** The list with other lines, and the way back. @param kind with the line's key if steps of a kind are taken as one */
function step(list: CueList, what: string, kind: string, lines: readonly Line[]): CueList {
  const sorted = lines.toSorted((a, b) => a.start - b.start);
  const goesOn = list.past.at(-1)?.kind === kind && kind.includes(' ');
  const past = goesOn
    ? list.past
    : [...list.past, { what, kind, lines: list.lines, chosen: list.chosen }].slice(-MAX_STEPS);
  return { ...list, lines: sorted, past };
}

/** A new line at the moment that the video shows. One that stands there since earlier makes room. */
function add(list: CueList, at: number, duration: number): CueList {
  if (list.lines.length >= MAX_CUES) return list;
  const start = round(Math.max(0, duration > LEAST_LENGTH ? Math.min(at, duration - LEAST_LENGTH) : at));
  const before = list.lines.map((line) =>
    line.start <= start - LEAST_LENGTH && line.end > start ? { ...line, end: start } : line,
  );
  const next = before.find((line) => line.start > start);
  const room = Math.min(next?.start ?? Number.POSITIVE_INFINITY, duration > 0 ? duration : Number.POSITIVE_INFINITY);
  const end = round(Math.max(start + LEAST_LENGTH, Math.min(start + NEW_LENGTH, room)));
  const key = list.nextKey;
  const added = step(list, 'Line added', 'add', [...before, { key, start, end, text: '' }]);
  return { ...added, chosen: key, nextKey: key + 1 };
}

function changeLine(
  list: CueList,
  change: Extract<Change, { key: number; type: 'write' | 'begin' | 'end' | 'split' | 'join' | 'delete' }>,
): CueList {
  const index = list.lines.findIndex((line) => line.key === change.key);
  const line = list.lines[index];
  if (!line) return list;
  const changed = (what: string, part: Partial<Line>) =>
    step(list, what, `${change.type} ${line.key}`, list.lines.with(index, { ...line, ...part }));
  const length = line.end - line.start;
  switch (change.type) {
    case 'write':
      return changed('Text changed', { text: change.text });
    case 'begin': {
      const start = round(Math.max(0, change.at));
      // Begun after its end, it keeps its length.
      return changed('Time changed', { start, end: start < line.end ? line.end : round(start + length) });
    }
    case 'end':
      return changed('Time changed', { end: round(Math.max(change.at, line.start + LEAST_LENGTH)) });
    case 'delete':
      return { ...step(list, 'Line deleted', 'delete', list.lines.toSpliced(index, 1)), chosen: null };
    case 'join': {
      const next = list.lines[index + 1];
      if (!canJoin(list, line.key) || !next) return list;
      const joined = { ...line, end: Math.max(line.end, next.end), text: joinTexts(line.text, next.text) };
      return step(list, 'Lines joined', 'join', list.lines.toSpliced(index, 2, joined));
    }
    case 'split': {
      if (length < 2 * LEAST_LENGTH || list.lines.length >= MAX_CUES) return list;
      const within = change.at >= line.start + LEAST_LENGTH && change.at <= line.end - LEAST_LENGTH;
      const middle = round(within ? change.at : line.start + length / 2);
      const [head, tail] = splitText(line.text, change.caret);
      const key = list.nextKey;
      const halves = [
        { ...line, end: middle, text: head },
        { key, start: middle, end: line.end, text: tail },
      ];
      const split = step(list, 'Line split', 'split', list.lines.toSpliced(index, 1, ...halves));
      return { ...split, chosen: key, nextKey: key + 1 };
    }
  }
}

/** Whether there is a line after this one, and room for both texts in one. */
export function canJoin({ lines }: CueList, key: number): boolean {
  const index = lines.findIndex((line) => line.key === key);
  const [line, next] = [lines[index], lines[index + 1]];
  return Boolean(line && next && joinTexts(line.text, next.text).length <= MAX_CUE_LENGTH);
}

function joinTexts(a: string, b: string): string {
  return [a.trim(), b.trim()].filter(Boolean).join(' ');
}

/** Before and after the caret; without one, at the space next to the middle. */
function splitText(text: string, caret: number | null): [string, string] {
  const inside = caret !== null && text.slice(0, caret).trim() !== '' && text.slice(caret).trim() !== '';
  const at = inside ? caret : spaceNearMiddle(text);
  return [text.slice(0, at).trim(), text.slice(at).trim()];
}

function spaceNearMiddle(text: string): number {
  const half = Math.ceil(text.length / 2);
  const middle = /[\udc00-\udfff]/.test(text.charAt(half)) ? half + 1 : half;
  const before = text.lastIndexOf(' ', middle);
  const after = text.indexOf(' ', middle);
  const nearest = [before, after].filter((at) => at > 0).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return nearest[0] ?? middle;
}

/** Keys of the lines that stand at this moment. */
export function linesAt(lines: readonly Line[], seconds: number): number[] {
  return lines.filter((line) => line.start <= seconds && seconds < line.end).map((line) => line.key);
}

/** Seconds to the tenth, as the editor shows them: 0:42.3, 1:02:09.0. */
export function formatMoment(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const part = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(tenths / 36_000);
  const minutes = Math.floor(tenths / 600) % 60;
  const rest = `${part(Math.floor(tenths / 10) % 60)}.${tenths % 10}`;
  return hours > 0 ? `${hours}:${part(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
