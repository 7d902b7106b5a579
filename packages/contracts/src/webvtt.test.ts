import { describe, expect, it } from 'vitest';
import { MAX_CUE_LENGTH, MAX_CUES, saveCaptionsRequest } from './captions.ts';
import { parseCaptions, plainCaption, writeWebVtt } from './webvtt.ts';

const LIMITS = { cues: MAX_CUES, length: MAX_CUE_LENGTH };
const parse = (file: string) => parseCaptions(file, LIMITS);

describe('parseCaptions', () => {
  it('reads WebVTT with byte order mark, notes, styles, regions, cue names, settings and tags', () => {
    const file = [
      '\uFEFFWEBVTT - Harbour',
      'Kind: captions',
      '',
      'NOTE made by hand',
      '',
      'STYLE',
      '::cue { background: url(https://example.org/x) }',
      '',
      'REGION',
      'id:fred width:40%',
      '',
      'first',
      '00:01.500 --> 00:04.000 align:start position:10% line:0',
      '<v Odalie>We moved to the <c.loud><b>harbour</b></c>',
      'in <00:03.000>1951 &amp; stayed.',
      '',
      '01:00:00.000 --> 01:00:02.250',
      '- Who?',
      '',
    ].join('\n');
    for (const ends of ['\n', '\r\n', '\r']) {
      expect(parse(file.replaceAll('\n', ends))).toEqual({
        cues: [
          { start: 1.5, end: 4, text: 'We moved to the harbour\nin 1951 & stayed.' },
          { start: 3600, end: 3602.25, text: '- Who?' },
        ],
        skipped: 0,
      });
    }
  });

  it('reads SubRip with numbers, commas and tags, and without blank lines between cues', () => {
    const srt =
      '1\r\n00:00:01,000 --> 00:00:02,500\r\n<font color="red">{\\an8}Hello</font>\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n7\r\n';
    expect(parse(srt).cues).toEqual([
      { start: 1, end: 2.5, text: 'Hello' },
      { start: 3, end: 4, text: '7' },
    ]);
    expect(parse('1\n00:01,0 --> 00:02,0\nOne\n2\n00:03,0 --> 00:04,0\nTwo').cues.map((cue) => cue.text)).toEqual([
      'One',
      'Two',
    ]);
  });

  it('sorts cues, and skips and counts unreadable ones', () => {
    const file = [
      'WEBVTT\n',
      '00:05.000 --> 00:06.000\nlater\n',
      '00:03.000 --> 00:02.000\nbackwards\n',
      '00:61.000 --> 00:62.000\nno clock\n',
      'soon --> later\nwords\n',
      '00:07.000 --> 00:07.500\n<b></b>\n',
      '00:01.000 --> 00:02.000\nsooner\n',
    ].join('\n');
    expect(parse(file)).toEqual({
      cues: [
        { start: 1, end: 2, text: 'sooner' },
        { start: 5, end: 6, text: 'later' },
      ],
      skipped: 3,
    });
    const many = Array.from({ length: MAX_CUES + 3 }, (_, i) => `00:00.000 --> 00:01.000\n${i}\n`).join('\n');
    expect(parse(many)).toMatchObject({ cues: { length: MAX_CUES }, skipped: 3 });
  });

  it('splits a long cue at spaces, and its time with it', () => {
    const words = (count: number, word: string) => Array.from({ length: count }, () => word).join(' ');
    const { cues, skipped } = parse(`00:01.000 --> 00:11.000\n${words(200, 'word')}\n`);
    expect([skipped, cues.length, cues[0]?.start, cues.at(-1)?.end]).toEqual([0, 2, 1, 11]);
    expect(cues.map(({ text }) => text).join(' ')).toBe(words(200, 'word'));
    for (const { text } of cues) expect(text.length).toBeLessThanOrEqual(MAX_CUE_LENGTH);
    expect(cues[1]?.start).toBe(cues[0]?.end);
    const long = parse(`00:01.000 --> 00:11.000\n${'\u{1F600}'.repeat(MAX_CUE_LENGTH)}\n`).cues;
    expect(long.map(({ text }) => text).join('')).toBe('\u{1F600}'.repeat(MAX_CUE_LENGTH));
    expect(parse(`00:01.000 --> 00:01.001\n${words(200, 'word')}\n`)).toEqual({ cues: [], skipped: 1 });
  });

  it('reads an arrow in a text', () => {
    expect(parse('1\n00:00:01,000 --> 00:00:02,000\nA --> B\n2\n00:03,0 --> 00:04,0\nTwo').cues).toEqual([
      { start: 1, end: 2, text: 'A --> B' },
      { start: 3, end: 4, text: 'Two' },
    ]);
  });

  it('keeps plain text: a < that starts no tag, character references, other scripts', () => {
    const text = (payload: string) => parse(`00:00.000 --> 00:01.000\n${payload}`).cues[0]?.text;
    expect(text('I <3 you, 2 < 3 > 1')).toBe('I <3 you, 2 < 3 > 1');
    expect(text('&amp;lt;b&amp;gt; &#x1F600; &#65; &nope; &#0;.')).toBe('&lt;b&gt; \u{1F600} A &nope; .');
    expect(text('&lt;script&gt;alert(1)&lt;/script&gt;')).toBe('<script>alert(1)</script>');
    expect(text('<<b>script>alert(1)</script>')).toBe('<script>alert(1)');
    expect(text('انتقلنا إلى الميناء')).toBe('انتقلنا إلى الميناء');
    expect(text('我们搬到了港口 👩‍👧')).toBe('我们搬到了港口 👩‍👧');
    expect(text('a\u0000b\u0007c')).toBe('a b c');
  });

  it('finds no cues in other files', () => {
    for (const file of ['', 'WEBVTT', '\u0000\u0001', '<html><body>', '{"cues":[]}', '-->', ' --> \n --> ']) {
      expect(parse(file).cues, file).toEqual([]);
    }
  });

  it('parses a megabyte of any input in linear time', () => {
    const size = 1024 ** 2;
    const head = '00:00.000 --> 00:01.000\n';
    const nasty = [
      '<',
      '<a',
      '{\\',
      '&',
      '&#',
      '-->',
      '0:',
      '\n',
      '\r\n',
      '-->\n',
      '1\n',
      '<b>',
      ' ',
      '00:00.000 --> ',
    ];
    for (const piece of nasty) {
      // CPU time, which other processes do not affect.
      const before = process.threadCpuUsage();
      parse(head + piece.repeat(size / piece.length));
      const { user, system } = process.threadCpuUsage(before);
      expect((user + system) / 1000, piece).toBeLessThan(2000);
    }
  });
});

describe('writeWebVtt', () => {
  it('round-trips any text', () => {
    const texts = [
      'plain',
      '--> & <b>bold</b> &amp;',
      '</script><script>alert(1)</script>',
      'two\nrows',
      'WEBVTT',
      'NOTE x',
    ];
    const cues = texts.map((text, index) => ({ start: index + 0.001, end: index + 3599.999, text }));
    const file = writeWebVtt(cues);
    expect(file.startsWith('WEBVTT\n\n00:00:00.001 --> 00:59:59.999\nplain\n')).toBe(true);
    expect(file).not.toMatch(/<[a-z/]/i);
    expect(parse(file)).toEqual({ cues, skipped: 0 });
    expect(parse(writeWebVtt([]))).toEqual({ cues: [], skipped: 0 });
  });
});

describe('saveCaptionsRequest', () => {
  const newCue = (start: number, end: number, text = 'Hello') => ({ start, end, text });
  const save = (cues: unknown) => saveCaptionsRequest.safeParse({ version: null, cues });

  it('rounds times to milliseconds and normalizes the text', () => {
    expect(save([newCue(0.12345, 1.00049, ' a\r\n\r\n b\u0000\ud800 ')]).data?.cues).toEqual([
      newCue(0.123, 1, 'a\nb'),
    ]);
  });

  it('rejects cues that are unsorted, empty, without an end, too many or too long', () => {
    const invalid: unknown[] = [
      [],
      [newCue(2, 3), newCue(1, 2)],
      [newCue(1, 1)],
      [newCue(1, 1.0004)],
      [newCue(2, 1)],
      [newCue(-1, 1)],
      [newCue(0, Number.POSITIVE_INFINITY)],
      [newCue(0, Number.NaN)],
      [newCue(0, 1e9)],
      [newCue(0, 1, ' \n ')],
      [newCue(0, 1, '\u0000')],
      [newCue(0, 1, 'x'.repeat(MAX_CUE_LENGTH + 1))],
      [{ ...newCue(0, 1), html: '<b>' }],
      Array.from({ length: MAX_CUES + 1 }, () => newCue(0, 1)),
      Array.from({ length: 3000 }, () => newCue(0, 1, 'x'.repeat(MAX_CUE_LENGTH))),
      'WEBVTT',
      null,
    ];
    for (const cues of invalid) expect(save(cues).success, JSON.stringify(cues)?.slice(0, 80)).toBe(false);
    expect(save(Array.from({ length: MAX_CUES }, () => newCue(0, 1))).success).toBe(true);
  });
});

it('plainCaption removes blank lines and control characters that would break a file', () => {
  expect(plainCaption(' one \n\n\u2028 two\t\tthree \u0000')).toBe('one\ntwo three');
});
