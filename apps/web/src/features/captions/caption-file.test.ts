import { expect, it } from 'vitest';
import { decodeText, OLD_ENCODINGS, readCaptionFile } from './caption-file.ts';

const file = (content: BlobPart) => new File([content], 'a.txt');

it('reads WebVTT and SubRip by content, and explains why another file cannot be used', async () => {
  const srt = '1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n\r\n2\r\nnever --> ever\r\nx\r\n';
  expect(await readCaptionFile(file(srt))).toEqual({
    cues: [{ start: 1, end: 2, text: 'Hello' }],
    skipped: 1,
    encoding: null,
  });
  expect(await readCaptionFile(file('a diary'))).toEqual({ error: 'fileWithoutCaptions' });
  expect(await readCaptionFile(file(new Uint8Array(1024 ** 2 + 1)))).toEqual({
    error: 'fileTooLarge',
  });
});

it('detects the encodings that caption files use', () => {
  const text = 'Zoë: où? 港口';
  const utf16 = new Uint8Array(2 + 2 * text.length);
  utf16.set([0xff, 0xfe]);
  for (let i = 0; i < text.length; i += 1) new DataView(utf16.buffer).setUint16(2 + 2 * i, text.charCodeAt(i), true);
  const decode = (bytes: ArrayBuffer) => decodeText(bytes, 'windows-1252');
  expect(decode(utf16.buffer)).toEqual({ text, encoding: null });
  expect(decode(new TextEncoder().encode(text).buffer as ArrayBuffer)).toEqual({ text, encoding: null });
  expect(decode(new Uint8Array([0x5a, 0x6f, 0xeb]).buffer)).toEqual({ text: 'Zoë', encoding: 'windows-1252' });
  expect(decode(new ArrayBuffer(0))).toEqual({ text: '', encoding: null });
});

it('reads each legacy encoding that the person can choose', () => {
  const [privet, greek] = [
    [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2],
    [0xe1, 0xe2],
  ].map((bytes) => new Uint8Array(bytes));
  expect(decodeText(privet?.buffer ?? new ArrayBuffer(0), 'windows-1251').text).toBe('Привет');
  expect(decodeText(greek?.buffer ?? new ArrayBuffer(0), 'windows-1253').text).toBe('αβ');
  for (const encoding of OLD_ENCODINGS) expect(() => new TextDecoder(encoding)).not.toThrow();
});
