import { expect, test } from 'vitest';
import { addNotice, type ShownNotice } from './notice-stack.ts';

const notice = (severity: ShownNotice['severity'], title: string, id: number): ShownNotice => ({ severity, title, id });
const titles = (...added: readonly ShownNotice[]) =>
  added.reduce<readonly ShownNotice[]>(addNotice, []).map(({ title }) => title);

test('shows the newest notice and drops an earlier success', () => {
  expect(titles(notice('success', 'Saved', 1), notice('success', 'Shared', 2))).toEqual(['Shared']);
});

test('keeps an error below a newer notice until the person closes it', () => {
  expect(titles(notice('error', 'Not saved', 1), notice('success', 'Shared', 2))).toEqual(['Not saved', 'Shared']);
});

test('keeps an equal error only once, and limits the number of notices', () => {
  expect(titles(notice('error', 'A', 1), notice('error', 'B', 2), notice('error', 'A', 3))).toEqual(['B', 'A']);
  expect(titles(...['A', 'B', 'C', 'D'].map((title, id) => notice('error', title, id)))).toEqual(['B', 'C', 'D']);
});
