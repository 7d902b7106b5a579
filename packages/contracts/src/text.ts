import { validation } from '@kinreel/messages/en/validation';
import * as z from 'zod/mini';

/**
 * Characters rejected in all user input: control characters, lone surrogates, line and paragraph separators, and marks
 * that override the direction of the text after them.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Line breaks of all kinds. */
const LINE_BREAK = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g;

/** A visible character. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Maximum average of UTF-16 units per character. A family emoji has eleven, a letter with an accent two. */
const UNITS = 8;

let segmenter: Intl.Segmenter | undefined;

/** The number of grapheme clusters: an emoji or a letter with its accents is one. */
export function countCharacters(text: string): number {
  if (/^[\u0020-\u007e\n]*$/.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter();
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/**
 * A single-line text that must not be empty, such as a name. It is trimmed.
 * @param options.max characters
 * @param options.missing message for an empty text, in the current language
 */
export function lineOfText(options: { max: number; missing: () => string }) {
  return z.string({ error: options.missing }).check(...lineChecks(options));
}

/**
 * A lineOfText() of at least `min` characters that may be entered with line breaks: each run of them and of spaces
 * becomes one space.
 */
export function paragraphOfText({ min, ...options }: { min: number; max: number; missing: () => string }) {
  return z.string({ error: options.missing }).check(
    z.overwrite((value) => value.replaceAll(/\s+/g, ' ')),
    ...lineChecks(options),
    z.refine((value) => countCharacters(value) >= min, { error: () => validation.tooShort({ min }) }),
  );
}

function lineChecks({ max, missing }: { max: number; missing: () => string }) {
  return [
    z.trim(),
    z.minLength(1, { error: missing }),
    z.refine<string>((value) => UNSAFE.test(value) || VISIBLE.test(value), { error: missing }),
    z.maxLength(max * UNITS, { error: () => validation.tooLong({ max }) }),
    z.refine<string>((value) => countCharacters(value) <= max, { error: () => validation.tooLong({ max }) }),
    z.refine<string>((value) => !UNSAFE.test(value), { error: () => validation.invalidCharacters }),
  ] as const;
}

/**
 * A text of any number of lines. Line breaks of all kinds become line feeds; spaces at its ends are removed.
 * @param max characters
 * @param missing the error of an empty text, in the language in use; without it, the text may be empty
 */
export function linesOfText(max: number, missing?: () => string) {
  return z.string().check(
    z.overwrite((value) => value.replaceAll(LINE_BREAK, '\n')),
    z.trim(),
    z.refine((value) => !missing || UNSAFE.test(value) || VISIBLE.test(value), { error: missing }),
    z.maxLength(max * UNITS, { error: () => validation.tooLong({ max }) }),
    z.refine((value) => countCharacters(value) <= max, { error: () => validation.tooLong({ max }) }),
    z.refine((value) => !UNSAFE.test(value.replaceAll(/[\n\t]/g, '')), { error: () => validation.invalidCharacters }),
  );
}

/** Makes an external text, such as a file name, one line that is safe to show. */
export function safeLine(text: string): string {
  return text.toWellFormed().replaceAll(new RegExp(UNSAFE, 'gu'), '').trim();
}
