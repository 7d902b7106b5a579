import { expect, it } from 'vitest';
import { decodeText, readCaptionFile } from './caption-file.ts';

const file = (content: BlobPart) => new File([content], 'a.txt');

it('reads WebVTT and SubRip by content and explains why another file cannot be used', async () => {
  const srt = '1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n\r\n2\r\nnever --> ever\r\nx\r\n';
  expect(await readCaptionFile(file(srt))).toEqual({ cues: [{ start: 1, end: 2, text: 'Hello' }], skipped: 1 });
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
  expect(decodeText(utf16.buffer)).toBe(text);
  expect(decodeText(new TextEncoder().encode(text).buffer as ArrayBuffer)).toBe(text);
  expect(decodeText(new Uint8Array([0x5a, 0x6f, 0xeb]).buffer)).toBe('Zoë');
  expect(decodeText(new ArrayBuffer(0))).toBe('');
});
