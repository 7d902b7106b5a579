import { searchKey } from '../profile/name-keys.table.ts';

/** Characters of an excerpt: all of a short caption; of a long one so many before and after the first word. */
const SHOWN = 120;
const BEFORE = 40;

/** The part of a caption that shows the words found in it, and their places in it. Offsets are in UTF-16 units. */
export interface Excerpt {
  text: string;
  marks: [from: number, to: number][];
}

/** @param words of a searchKey(); those that are not in the caption are not marked */
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

/** The places of the words in a text, compared like searches: in order, overlapping ones merged. */
function placesOf(text: string, words: readonly string[]): [number, number][] {
  let key = '';
  /** The character of `text` that each unit of `key` comes from. */
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
