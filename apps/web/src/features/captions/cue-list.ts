import { type Cue, MAX_CUE_LENGTH, MAX_CUES } from '@kinreel/contracts/captions';

/** State of the caption editor: cues, actions and undo. */

/** A cue with a key that is stable while it is edited. */
export interface EditableCue extends Cue {
  key: number;
}

/** What a step has changed; a key of the messages. */
export type CueChange =
  | 'lineAdded'
  | 'textChanged'
  | 'timeChanged'
  | 'lineDeleted'
  | 'linesJoined'
  | 'lineSplit'
  | 'fileOpened'
  | 'theirsLoaded'
  | 'unsavedLoaded';

/** An entry of the undo stack. */
interface UndoStep {
  change: CueChange;
  /** Consecutive edits with the same key are undone together. */
  mergeKey: string;
  cues: readonly EditableCue[];
  selectedKey: number | null;
}

export interface CueList {
  /** Sorted by start time. */
  cues: readonly EditableCue[];
  /** Key of the cue that is being edited. */
  selectedKey: number | null;
  undoStack: readonly UndoStep[];
  /** The saved cues. The same array as `cues` if nothing is unsaved, also after undoing all steps. */
  saved: readonly EditableCue[];
  nextKey: number;
}

/** An action on the list. Times are in seconds. */
export type CueListAction =
  | { type: 'select'; key: number | null }
  | { type: 'add'; at: number; duration: number }
  | { type: 'set-text'; key: number; text: string }
  | { type: 'set-start'; key: number; at: number }
  | { type: 'set-end'; key: number; at: number }
  | { type: 'split'; key: number; at: number; caret: number | null }
  | { type: 'join'; key: number }
  | { type: 'delete'; key: number }
  /** Replaces all cues: from a file, from the server, or unsaved ones of this tab. */
  | { type: 'load'; cues: readonly Cue[]; from: 'file' | 'server' | 'tab' }
  /** Restarts with the saved cues. */
  | { type: 'reset'; cues: readonly Cue[] }
  /** These cues were saved; there may be newer edits. */
  | { type: 'saved'; cues: readonly EditableCue[] }
  /** Replaces the list after a change other than an edit, such as `shiftTimes`. */
  | { type: 'replace'; list: CueList }
  | { type: 'undo' };

const LOADED = { file: 'fileOpened', server: 'theirsLoaded', tab: 'unsavedLoaded' } as const;

/** Initial and minimum duration of a cue, in seconds. */
const DEFAULT_CUE_SECONDS = 3;
const MIN_CUE_SECONDS = 0.1;

/** Seconds per press on earlier or later. */
export const NUDGE_SECONDS = 0.1;

/** Size of the undo stack. */
const MAX_UNDO_STEPS = 200;

export function createCueList(cues: readonly Cue[]): CueList {
  const editable = cues.map((cue, key) => ({ ...cue, key }));
  return { cues: editable, selectedKey: null, undoStack: [], saved: editable, nextKey: editable.length };
}

/** The cues in the format of the API. */
export function toCues({ cues }: CueList): Cue[] {
  return cues.map(({ start, end, text }) => ({ start, end, text }));
}

/**
 * Shifts the times of the list and its undo stack after a trim. Cues that end before the new start of the video are
 * removed.
 * @param by seconds
 */
export function shiftTimes(list: CueList, by: number): CueList {
  if (by === 0) return list;
  // Equal arrays must stay the same array, by which the list recognizes saved cues.
  const known = new Map<readonly EditableCue[], readonly EditableCue[]>();
  const move = (cues: readonly EditableCue[]) => {
    const moved = known.get(cues) ?? cues.filter((cue) => !isCutOff(cue, by)).map((cue) => shiftCue(cue, by));
    known.set(cues, moved);
    return moved;
  };
  const undoStack = list.undoStack.map((step) => ({ ...step, cues: move(step.cues) }));
  return { ...list, cues: move(list.cues), saved: move(list.saved), undoStack };
}

/** Number of lines that `shiftTimes` loses. Saved lines do not count: the server keeps them for the untrimmed video. */
export function countLost({ cues, saved }: CueList, by: number): number {
  return cues.filter((cue) => isCutOff(cue, by) && !saved.includes(cue)).length;
}

const isCutOff = ({ end }: Cue, by: number) => end + by < MIN_CUE_SECONDS;

function shiftCue(cue: EditableCue, by: number): EditableCue {
  return { ...cue, start: round(Math.max(0, cue.start + by)), end: round(cue.end + by) };
}

/** A cue that cannot be saved, with the reason. */
export interface InvalidCue {
  key: number;
  problem: 'empty' | 'too-long';
}

export function findInvalidCue({ cues }: CueList): InvalidCue | null {
  for (const { key, text } of cues) {
    if (text.trim() === '') return { key, problem: 'empty' };
    if (text.length > MAX_CUE_LENGTH) return { key, problem: 'too-long' };
  }
  return null;
}

export function cueListReducer(list: CueList, action: CueListAction): CueList {
  switch (action.type) {
    case 'select':
      return { ...list, selectedKey: action.key };
    case 'undo':
      return undo(list);
    case 'replace':
      return action.list;
    case 'reset':
      return createCueList(action.cues);
    case 'saved':
      return { ...list, saved: action.cues };
    case 'load': {
      const cues = action.cues.map((cue, index) => ({ ...cue, key: list.nextKey + index }));
      const loaded = pushUndo(list, LOADED[action.from], 'load', cues);
      const nextKey = list.nextKey + cues.length;
      return { ...loaded, nextKey, selectedKey: null, saved: action.from === 'server' ? loaded.cues : list.saved };
    }
    case 'add':
      return add(list, action.at, action.duration);
    default:
      return changeCue(list, action);
  }
}

function undo(list: CueList): CueList {
  const last = list.undoStack.at(-1);
  return last
    ? { ...list, cues: last.cues, selectedKey: last.selectedKey, undoStack: list.undoStack.slice(0, -1) }
    : list;
}

/**
 * Replaces the cues and adds an undo step.
 * @param mergeKey steps with the same key are merged if it contains a space (action and cue key)
 */
function pushUndo(list: CueList, change: CueChange, mergeKey: string, cues: readonly EditableCue[]): CueList {
  const sorted = cues.toSorted((a, b) => a.start - b.start);
  const merges = list.undoStack.at(-1)?.mergeKey === mergeKey && mergeKey.includes(' ');
  const undoStack = merges
    ? list.undoStack
    : [...list.undoStack, { change, mergeKey, cues: list.cues, selectedKey: list.selectedKey }].slice(-MAX_UNDO_STEPS);
  return { ...list, cues: sorted, undoStack };
}

/** Adds a cue at this position. A cue that is shown there is shortened. */
function add(list: CueList, at: number, duration: number): CueList {
  if (list.cues.length >= MAX_CUES) return list;
  const start = round(Math.max(0, duration > MIN_CUE_SECONDS ? Math.min(at, duration - MIN_CUE_SECONDS) : at));
  const before = list.cues.map((cue) =>
    cue.start <= start - MIN_CUE_SECONDS && cue.end > start ? { ...cue, end: start } : cue,
  );
  const next = before.find((cue) => cue.start > start);
  const limit = Math.min(next?.start ?? Number.POSITIVE_INFINITY, duration > 0 ? duration : Number.POSITIVE_INFINITY);
  const end = round(Math.max(start + MIN_CUE_SECONDS, Math.min(start + DEFAULT_CUE_SECONDS, limit)));
  const key = list.nextKey;
  const added = pushUndo(list, 'lineAdded', 'add', [...before, { key, start, end, text: '' }]);
  return { ...added, selectedKey: key, nextKey: key + 1 };
}

function changeCue(
  list: CueList,
  action: Extract<
    CueListAction,
    { key: number; type: 'set-text' | 'set-start' | 'set-end' | 'split' | 'join' | 'delete' }
  >,
): CueList {
  const index = list.cues.findIndex((cue) => cue.key === action.key);
  const cue = list.cues[index];
  if (!cue) return list;
  const changed = (change: CueChange, part: Partial<EditableCue>) =>
    pushUndo(list, change, `${action.type} ${cue.key}`, list.cues.with(index, { ...cue, ...part }));
  const length = cue.end - cue.start;
  switch (action.type) {
    case 'set-text':
      return changed('textChanged', { text: action.text });
    case 'set-start': {
      const start = round(Math.max(0, action.at));
      // If the start is moved past the end, the cue keeps its duration.
      return changed('timeChanged', { start, end: start < cue.end ? cue.end : round(start + length) });
    }
    case 'set-end':
      return changed('timeChanged', { end: round(Math.max(action.at, cue.start + MIN_CUE_SECONDS)) });
    case 'delete':
      return { ...pushUndo(list, 'lineDeleted', 'delete', list.cues.toSpliced(index, 1)), selectedKey: null };
    case 'join': {
      const next = list.cues[index + 1];
      if (!canJoin(list, cue.key) || !next) return list;
      const joined = { ...cue, end: Math.max(cue.end, next.end), text: joinTexts(cue.text, next.text) };
      return pushUndo(list, 'linesJoined', 'join', list.cues.toSpliced(index, 2, joined));
    }
    case 'split': {
      if (length < 2 * MIN_CUE_SECONDS || list.cues.length >= MAX_CUES) return list;
      const within = action.at >= cue.start + MIN_CUE_SECONDS && action.at <= cue.end - MIN_CUE_SECONDS;
      const middle = round(within ? action.at : cue.start + length / 2);
      const [head, tail] = splitText(cue.text, action.caret);
      const key = list.nextKey;
      const halves = [
        { ...cue, end: middle, text: head },
        { key, start: middle, end: cue.end, text: tail },
      ];
      const split = pushUndo(list, 'lineSplit', 'split', list.cues.toSpliced(index, 1, ...halves));
      return { ...split, selectedKey: key, nextKey: key + 1 };
    }
  }
}

/** Whether there is a next cue and the joined text is not too long. */
export function canJoin({ cues }: CueList, key: number): boolean {
  const index = cues.findIndex((cue) => cue.key === key);
  const [cue, next] = [cues[index], cues[index + 1]];
  return Boolean(cue && next && joinTexts(cue.text, next.text).length <= MAX_CUE_LENGTH);
}

function joinTexts(a: string, b: string): string {
  return [a.trim(), b.trim()].filter(Boolean).join(' ');
}

/** Splits at the caret, otherwise at the space nearest to the middle. */
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

/** Keys of the cues at this position, in seconds. */
export function cueKeysAt(cues: readonly EditableCue[], seconds: number): number[] {
  return cues.filter((cue) => cue.start <= seconds && seconds < cue.end).map((cue) => cue.key);
}

/** Formats seconds with one decimal: 0:42.3, 1:02:09.0. */
export function formatTimestamp(seconds: number): string {
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
