import { expect, it } from 'vitest';
import { serverTexts } from './server-texts.ts';

const found = (source: string) => serverTexts('mail.ts', source).map((line) => line.replace(/^mail\.ts:\d+: /, ''));

it.each([
  ['a sentence', `const text = 'We sent you a mail.';`, ['We sent you a mail.']],
  ['a sentence with a value', 'const text = `Hello ${name}, how are you?`;', ['Hello …, how are you?']],
  [
    'the text of a field',
    `throw new DomainError('a.b', { fields: { c: 'Please choose a date.' } });`,
    ['Please choose a date.'],
  ],
  ['words of a page', 'const page = html`<h1>Hello</h1><p>${text}</p>`;', ['Hello …']],
  [
    'the title of a page',
    'const page = `<html><title>Lost · ${name}</title><style>p { color: red }</style></html>`;',
    ['Lost · …'],
  ],
])('finds %s', (_what, source, texts) => {
  expect(found(source)).toEqual(texts);
});

it.each([
  ['texts for developers', `throw new Error('No such key here.'); log.warn('It did not work.');`],
  ['the documentation of the API', `const route = { summary: 'All videos of a person.' };`],
  ['queries', 'const rows = sql`select a from b where c <> ${d}`;'],
  ['pages whose words are in the catalogue', 'const page = html`<p class="big">${text.title} · ${name}</p>`;'],
])('leaves out %s', (_what, source) => {
  expect(found(source)).toEqual([]);
});
