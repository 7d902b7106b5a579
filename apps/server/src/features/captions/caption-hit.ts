import { searchKey } from '../profile/name-keys.table.ts';

/** Length of an excerpt in characters: a short caption is shown completely, a long one around the first match. */
const SHOWN = 120;
const BEFORE = 40;

/** An excerpt of a caption, and the ranges of the matches in it. Offsets are in UTF-16 units. */
export interface Excerpt {
  text: string;
  marks: [from: number, to: number][];
}

/** @param words of a searchKey(); words that are not in the caption are ignored */
export function excerptOf(caption: string, words: readonly string[]): Excerpt {
  const text = caption.replaceAll('\n', ' ');
  const marks = placesOf(text, words);
  if (text.length <= SHOWN) return { text, marks };
  const first = marks[0]?.[0] ?? 0;
  const start = atWord(text, Math.max(0, Math.min(first - BEFORE, text.length - SHOWN)), first);
  const end = Math.max(lastSpace(text, start + SHOWN), marks[0]?.[1] ?? 0);
  const lead = start > 0 ? '…' : '';
  return {
    text: `${lead}${text.slice(start, end)}${end < text.length ? '…' : ''}`.toWellFormed(),
    marks: marks
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]) => [from - start + lead.length, to - start + lead.length]),
  };
}

/** The start of the next word after `from`, at most `most`. */
function atWord(text: string, from: number, most: number): number {
  if (from === 0) return 0;
  const space = text.indexOf(' ', from);
  return space >= 0 && space < most ? space + 1 : from;
}

/** The end of the last word before `to`; `to` itself if there are no spaces. */
function lastSpace(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const space = text.lastIndexOf(' ', to);
  return space > to - BEFORE ? space : to;
}

/** The ranges of the words in a text, compared as in searches: sorted, overlapping ones merged. */
function placesOf(text: string, words: readonly string[]): [number, number][] {
  let key = '';
  /** For each unit of `key`, the index of its character in `text`. */
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const part = searchKey(character) || (/\s/.test(character) ? ' ' : '');
    key += part;
    for (let i = 0; i < part.length; i += 1) {
      starts.push(at);
      ends.push(at + character.length);
    }
    at += character.length;
    // A combining mark belongs to the letter before it.
    if (part === '' && ends.length > 0) ends[ends.length - 1] = at;
  }
  const found: [number, number][] = [];
  for (const word of words) {
    for (let i = key.indexOf(word); i >= 0; i = key.indexOf(word, i + word.length)) {
      found.push([starts[i] ?? 0, ends[i + word.length - 1] ?? 0]);
    }
  }
  const places: [number, number][] = [];
  for (const [from, to] of found.sort((a, b) => a[0] - b[0])) {
    const last = places.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else places.push([from, to]);
  }
  return places;
}
