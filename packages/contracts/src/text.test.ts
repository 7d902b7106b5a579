import { describe, expect, test } from 'vitest';
import { cue } from './captions.ts';
import { invitationRequest } from './invitations.ts';
import { profileForm } from './profile.ts';
import { shareRequest } from './sharing.ts';
import { countCharacters, safeLine } from './text.ts';

const ID = '0192f0a0-0000-7000-8000-000000000001';
const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';
const UNSAFE = {
  NUL: '\u0000',
  bell: '\u0007',
  delete: '\u007f',
  'padding (C1)': '\u0080',
  'right-to-left override': '\u202e',
  'left-to-right isolate': '\u2066',
  'pop isolate': '\u2069',
  'high surrogate': '\ud800',
  'low surrogate': '\udc00',
};
const BREAKS = { 'next line': '\u0085', 'line separator': '\u2028', 'paragraph separator': '\u2029' };

const profile = { firstName: 'A', lastName: 'B', city: 'C', country: 'D', birthday: '1950-01-01' };
const invitation = { video_id: ID, email: 'a@example.org', relationship: 'friend' };

/** Parsers of single-line inputs: the parsed text, or null if it is rejected. */
const LINES: Record<string, (value: string) => string | undefined | null> = {
  firstName: (value) => profileForm.safeParse({ ...profile, firstName: value }).data?.firstName ?? null,
  lastName: (value) => profileForm.safeParse({ ...profile, lastName: value }).data?.lastName ?? null,
  city: (value) => profileForm.safeParse({ ...profile, city: value }).data?.city ?? null,
  country: (value) => profileForm.safeParse({ ...profile, country: value }).data?.country ?? null,
};
const TEXTS: Record<string, (value: string) => string | undefined | null> = {
  aboutMe: (value) => profileForm.safeParse({ ...profile, aboutMe: value }).data?.aboutMe ?? null,
  'message of a share': (value) =>
    shareRequest.safeParse({ user_id: [ID], video_id: ID, message: value }).data?.message ?? null,
  'message of an invitation': (value) =>
    invitationRequest.safeParse({ ...invitation, message: value }).data?.message ?? null,
};

describe.each(Object.entries(LINES))('[REG-03] %s', (_, parse) => {
  test.each(Object.entries({ ...UNSAFE, ...BREAKS, 'line feed': '\n', tab: '\t' }))(
    'rejects: %s',
    (_name, character) => {
      expect(parse(`a${character}b`)).toBeNull();
    },
  );

  test('is trimmed and must contain a visible character', () => {
    expect(parse('  \u00a0Zo\u00eb\u3000 ')).toBe('Zo\u00eb');
    for (const empty of ['', ' ', '\u200b', '\u2060\u00ad', '\ufeff', '\u0301']) expect(parse(empty)).toBeNull();
  });

  test('may have 100 grapheme clusters', () => {
    for (const one of ['x', '\u{10400}', 'e\u0301', '\u{1f1e9}\u{1f1ea}']) {
      expect(parse(one.repeat(100)), one).toBe(one.repeat(100));
      expect(parse(one.repeat(101)), one).toBeNull();
    }
    expect(parse(FAMILY.repeat(70))).toBe(FAMILY.repeat(70));
    // One character with a thousand accents.
    expect(parse(`e${'\u0301'.repeat(1000)}`)).toBeNull();
  });

  test('keeps names in all scripts, with joiners and direction marks', () => {
    for (const name of [
      'Bj\u00f6rk',
      '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627',
      '\u05d3\u05d5\u05d3\u200e',
      "O'Neil-Smith",
      '\u738b\u5c0f\u660e',
      FAMILY,
    ]) {
      expect(parse(name)).toBe(name);
    }
  });
});

describe.each(Object.entries(TEXTS))('%s', (_, parse) => {
  test.each(Object.entries(UNSAFE))('rejects: %s', (_name, character) => {
    expect(parse(`a${character}b`)).toBeNull();
  });

  test('converts all line breaks to line feeds', () => {
    for (const lineBreak of ['\n', '\r\n', '\r', ...Object.values(BREAKS)])
      expect(parse(`a${lineBreak}b`)).toBe('a\nb');
    expect(parse(' a\tb \n\n')).toBe('a\tb');
    expect(parse('')).toBe('');
  });

  test('may have 2000 grapheme clusters', () => {
    expect(parse('\u{1f1e9}\u{1f1ea}'.repeat(2000))).not.toBeNull();
    expect(parse('e\u0301'.repeat(2001))).toBeNull();
  });
});

test('[VID-05] unsafe characters are removed from captions', () => {
  const text = 'a\u0085b\u202e\u2066c\u0007d';
  expect(cue.parse({ start: 0, end: 1, text }).text).toBe('a\nb c d');
});

test('unsafe characters are removed from file names', () => {
  expect(safeLine(' a\u202egpj.\u0085exe\ud800\n')).toBe('agpj.exe\ufffd');
});

test('counts grapheme clusters', () => {
  expect(['', 'abc', 'a\nb', 'e\u0301', FAMILY, '\u{1f1e9}\u{1f1ea}\u{1f1eb}\u{1f1f7}'].map(countCharacters)).toEqual([
    0, 3, 3, 1, 1, 2,
  ]);
});
