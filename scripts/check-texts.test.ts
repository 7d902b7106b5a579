import { expect, it } from 'vitest';
import { literalTexts } from './check-texts.ts';

const found = (source: string) => literalTexts('page.tsx', source).map((line) => line.replace(/^page\.tsx:\d+: /, ''));

it.each([
  ['between tags', '<p>Share</p>', 'Share'],
  ['in a spoken attribute', '<button aria-label="share" />', '"share"'],
  ['in a template of a spoken attribute', '<img alt={`Photo of ${name}`} />', '{`Photo of ${name}`}'],
  ['in a constant', "const title = 'Choose a video';", 'Choose a video'],
  ['in a template', 'const title = `Delete ${count} videos`;', 'Delete … videos'],
  ['in a branch', "<p>{sent ? 'Sent.' : text.waiting}</p>", 'Sent.'],
])('finds a text %s', (_where, source, text) => {
  expect(found(source)).toContain(text);
});

it.each([
  ['a message of the catalogue', '<p aria-label={text.share}>{text.title}</p>'],
  ['an error for developers', "throw new Error('The page has no #root');"],
  ['a style', "const sx = { font: '600 1rem Blinker', gridArea: '1 / 1' };"],
  ['a key or an address', "fetch('/api/video', { method: 'POST', headers: { Range: 'bytes=0-' } });"],
])('allows %s', (_what, source) => {
  expect(found(source)).toEqual([]);
});
