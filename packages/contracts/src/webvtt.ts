/** Caption files: WebVTT (W3C) is written, WebVTT and SubRip are read. */

/** One caption: times in seconds from the start of the video, and plain text. */
interface CueText {
  start: number;
  end: number;
  text: string;
}

export interface ParsedCaptions {
  /** Sorted by start time. */
  cues: CueText[];
  /** Number of cues that were skipped because they are unreadable or too many. */
  skipped: number;
}

/** A timestamp of WebVTT (`01:02.345`, with optional hours) or SubRip (`00:01:02,345`). */
const TIME = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?=\s|$)`);

/** A line that begins a cue, readable or not. Other lines may contain an arrow in their text. */
const LIKE_TIMING = /^\s*\d[\d:.,]*\s*-->/;

/**
 * Parses a caption file. Tolerates a byte order mark, any line endings, notes, styles, regions, and missing numbers or
 * blank lines. Drops cue settings and markup. Cues longer than `limits.length` characters are split, with proportional
 * times. Runs in linear time for any input.
 */
export function parseCaptions(file: string, limits: { cues: number; length: number }): ParsedCaptions {
  const rows = file.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const cues: CueText[] = [];
  let skipped = 0;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] ?? '';
    if (!row.includes('-->')) continue;
    const payload: string[] = [];
    while (i + 1 < rows.length && rows[i + 1]?.trim() && !LIKE_TIMING.test(rows[i + 1] ?? '')) {
      i += 1;
      payload.push(rows[i] ?? '');
    }
    // Without a blank line in between, the last row is the number of the next cue.
    if (LIKE_TIMING.test(rows[i + 1] ?? '') && /^\s*\d+\s*$/.test(payload.at(-1) ?? '')) payload.pop();
    const times = readTiming(row);
    const text = plainCaption(withoutMarkup(payload.join('\n')));
    if (text === '' && times) continue;
    const parts = times ? split({ ...times, text }, limits.length) : [];
    if (parts.length > 0 && cues.length + parts.length <= limits.cues) cues.push(...parts);
    else skipped += 1;
  }
  return { cues: cues.sort((a, b) => a.start - b.start), skipped };
}

/** Splits a cue into parts of at most `length` characters, preferably at spaces. Empty if its time is too short. */
function split({ start, end, text }: CueText, length: number): CueText[] {
  const parts: CueText[] = [];
  const timeOf = (characters: number) => Math.round((start + ((end - start) * characters) / text.length) * 1000) / 1000;
  for (let from = 0; from < text.length; ) {
    const to = from + length < text.length ? lastBreak(text, from, from + length) : text.length;
    const part = { start: timeOf(from), end: timeOf(to), text: text.slice(from, to).trim() };
    if (part.end <= part.start) return [];
    if (part.text) parts.push(part);
    from = to;
  }
  return parts;
}

/** Where to break the text between two positions: at the last space, or inside a word, but never inside a character. */
function lastBreak(text: string, from: number, to: number): number {
  const candidates = text.slice(from, to + 1);
  const space = Math.max(candidates.lastIndexOf(' '), candidates.lastIndexOf('\n'));
  if (space > 0) return from + space;
  return /[\uD800-\uDBFF]/.test(text[to - 1] ?? '') ? to - 1 : to;
}

/** Writes the captions as a WebVTT file. */
export function writeWebVtt(cues: readonly CueText[]): string {
  const lines = cues.map(({ start, end, text }) => `${webVttTime(start)} --> ${webVttTime(end)}\n${escapeCue(text)}\n`);
  return ['WEBVTT\n', ...lines].join('\n');
}

/** Escapes text for a cue, so that none of it is read as markup. */
export function escapeCue(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Normalizes the text of a cue: removes control characters and blank lines, which would end the cue in WebVTT. */
export function plainCaption(text: string): string {
  return text
    .toWellFormed()
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/)
    .map((row) => row.replace(/[\p{Cc}\uFFFD\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

/** Formats seconds as a WebVTT timestamp: `01:02:03.045`. */
function webVttTime(seconds: number): string {
  const total = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(value).padStart(digits, '0');
  const hours = Math.floor(total / 3_600_000);
  const minutes = Math.floor(total / 60_000) % 60;
  return `${part(hours, 2)}:${part(minutes, 2)}:${part(Math.floor(total / 1000) % 60, 2)}.${part(total % 1000, 3)}`;
}

function readTiming(row: string): { start: number; end: number } | null {
  const match = TIMING.exec(row);
  if (!match) return null;
  const [h1, m1, s1, f1, h2, m2, s2, f2] = match.slice(1);
  const start = readTime(h1, m1, s1, f1);
  const end = readTime(h2, m2, s2, f2);
  return start !== null && end !== null && end > start ? { start, end } : null;
}

/** @returns seconds; null if minutes or seconds exceed 59 */
function readTime(hours = '0', minutes = '0', seconds = '0', fraction = '0'): number | null {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return (total * 1000 + Number(fraction.padEnd(3, '0'))) / 1000;
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
};

/**
 * Removes the tags of WebVTT (`<c.loud>`, `<00:01.000>`, `<v Odalie>`) and SubRip (`<font …>`, `{\an8}`), and decodes
 * character references. Keeps a `<` that does not start a tag.
 */
function withoutMarkup(text: string): string {
  return text
    .replace(/<(?:\/?[a-z][^<>]*|\d[\d:.]*|\/)>/gi, '')
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi, (reference, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? reference;
      const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    });
}
