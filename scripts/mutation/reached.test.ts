import { expect, test } from 'vitest';
import { functionAt, withMarks } from './reached.ts';

const SOURCE = `export const twice = (n: number) => n * 2;
export function all(list: number[]): object[] {
  return list.map((n) => ({ n: twice(n) }));
}
`;

test('each function says that it was called, and does what it did', async () => {
  const { source, functions } = withMarks('a.ts', SOURCE);
  const calls: number[] = [];
  Object.assign(globalThis, { kinreelReached: (place: number) => calls.push(place) });
  const { all } = await import(
    `data:text/javascript,${encodeURIComponent(source.replace(/: (number|object)(\[\])?/g, ''))}`
  );
  expect(all([3])).toEqual([{ n: 6 }]);
  Reflect.deleteProperty(globalThis, 'kinreelReached');
  expect(calls).toEqual([1, 2, 0]);
  expect(functions).toHaveLength(3);
});

test('a change belongs to the innermost function around it', () => {
  const { functions } = withMarks('a.ts', SOURCE);
  const at = (text: string) => functionAt(functions, SOURCE.indexOf(text));
  expect([at('n * 2'), at('list.map'), at('twice(n)'), at('export const')]).toEqual([0, 1, 2, -1]);
});
