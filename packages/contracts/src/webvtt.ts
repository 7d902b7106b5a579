/** Captions as files: WebVTT (W3C) as it is delivered, and what people bring along, WebVTT or SubRip. */

/** One line of captions: seconds from the start of the video, and plain text. */
interface Line {
  start: number;
  end: number;
  text: string;
}

export interface ParsedCaptions {
  /** In the order in which they begin. */
  cues: Line[];
  /** Lines that could not be read or are too long, and were left out. */
  skipped: number;
}

/** A time as WebVTT writes it, `01:02.345` with hours before it if there are any, or SubRip, `00:01:02,345`. */
const TIME = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?=\s|$)`);

/**
 * Read a file of captions. Byte order mark, any line ends, notes, styles and regions, missing numbers or blank lines:
 * all of it is forgiven. Cue settings and tags are dropped; what is left is text, never markup.
 * Takes time in proportion to the length of the text, whatever it is.
 */
export function parseCaptions(file: string, limits: { cues: number; length: number }): ParsedCaptions {
  const rows = file.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const cues: Line[] = [];
  let skipped = 0;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] ?? '';
    if (!row.includes('-->')) continue;
    const payload: string[] = [];
    while (i + 1 < rows.length && rows[i + 1]?.trim() && !rows[i + 1]?.includes('-->')) {
      i += 1;
      payload.push(rows[i] ?? '');
    }
    // Without a blank line between, the last row is the number of the line that comes next.
    if (rows[i + 1]?.includes('-->') && /^\s*\d+\s*$/.test(payload.at(-1) ?? '')) payload.pop();
    const times = readTiming(row);
    const text = plainCaption(withoutMarkup(payload.join('\n')));
    if (text === '' && times) continue;
    if (times && text.length <= limits.length && cues.length < limits.cues) cues.push({ ...times, text });
    else skipped += 1;
  }
  return { cues: cues.sort((a, b) => a.start - b.start), skipped };
}

/** The captions as a WebVTT file. */
export function writeWebVtt(cues: readonly Line[]): string {
  const lines = cues.map(({ start, end, text }) => `${webVttTime(start)} --> ${webVttTime(end)}\n${escapeCue(text)}\n`);
  return ['WEBVTT\n', ...lines].join('\n');
}

/** Text as it stands in a cue: no character of it is markup. */
export function escapeCue(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Text of a line as it is kept: nothing that cannot be seen or stored, no blank rows, which would end it. */
export function plainCaption(text: string): string {
  return text
    .toWellFormed()
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((row) => row.replace(/[\p{Cc}\uFFFD]+/gu, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

/** Seconds as WebVTT writes them: `01:02:03.045`. */
function webVttTime(seconds: number): string {
  const whole = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(value).padStart(digits, '0');
  const hours = Math.floor(whole / 3_600_000);
  const minutes = Math.floor(whole / 60_000) % 60;
  return `${part(hours, 2)}:${part(minutes, 2)}:${part(Math.floor(whole / 1000) % 60, 2)}.${part(whole % 1000, 3)}`;
}

function readTiming(row: string): { start: number; end: number } | null {
  const match = TIMING.exec(row);
  if (!match) return null;
  const [h1, m1, s1, f1, h2, m2, s2, f2] = match.slice(1);
  const start = readTime(h1, m1, s1, f1);
  const end = readTime(h2, m2, s2, f2);
  return start !== null && end !== null && end > start ? { start, end } : null;
}

/** @returns seconds; null for a time that no clock shows */
function readTime(hours = '0', minutes = '0', seconds = '0', fraction = '0'): number | null {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return (whole * 1000 + Number(fraction.padEnd(3, '0'))) / 1000;
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
 * Drop the tags of WebVTT (`<c.loud>`, `<00:01.000>`, `<v Odalie>`), of SubRip (`<font …>`, `{\an8}`), and read the
 * character references. A `<` that begins no tag stays.
 */
function withoutMarkup(text: string): string {
  return text
    .replace(/<(?:\/?[a-z][^<>]*|\d[\d:.]*|\/)>/gi, '')
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    });
}
