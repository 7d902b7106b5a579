import { validation } from '@kinreel/messages/en/validation';
import * as z from 'zod/mini';

/**
 * What no text that a person enters may contain: control characters, halves of characters, separators of lines and
 * paragraphs, and marks that turn the direction of what follows them around, also in the text of others.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Whatever begins a new line. */
const LINE_BREAK = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g;

/** Something to be seen. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** How many UTF-16 units one character may have on average: an emoji of a family has eleven, a letter with an accent two. */
const UNITS = 8;

let segmenter: Intl.Segmenter | undefined;

/** The length of a text as people count it: an emoji or a letter with its accents is one character. */
export function countCharacters(text: string): number {
  if (/^[\u0020-\u007e\n]*$/.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter();
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/**
 * A text in one line that must not be empty, such as a name. Spaces at its ends are removed.
 * @param options.max characters
 * @param options.missing the error of an empty text, in the language in use
 */
export function lineOfText({ max, missing }: { max: number; missing: () => string }) {
  return z.string({ error: missing }).check(
    z.trim(),
    z.minLength(1, { error: missing }),
    z.refine((value) => UNSAFE.test(value) || VISIBLE.test(value), { error: missing }),
    z.maxLength(max * UNITS, { error: () => validation.tooLong({ max }) }),
    z.refine((value) => countCharacters(value) <= max, { error: () => validation.tooLong({ max }) }),
    z.refine((value) => !UNSAFE.test(value), { error: () => validation.invalidCharacters }),
  );
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

/** A text from elsewhere, such as the name of a file, in one line that is safe to show. */
export function safeLine(text: string): string {
  return text.toWellFormed().replaceAll(new RegExp(UNSAFE, 'gu'), '').trim();
}
