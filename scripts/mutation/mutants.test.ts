import { describe, expect, test } from 'vitest';
import { mutantsOf } from './mutants.ts';

const changes = (source: string, only?: RegExp) => mutantsOf('a.ts', source, only).map(({ change }) => change);

describe('mutants of code', () => {
  test('a guard is removed, and of several conditions each is left out', () => {
    expect(changes('if (!row || row.ended) throw error;')).toEqual([
      '!row || row.ended → false',
      '!row || row.ended → (row.ended)',
      '!row || row.ended → (!row)',
    ]);
  });

  test('a comparison gets another boundary, and is made to hold or not', () => {
    expect(changes('const fits = size <= limit;')).toEqual(['<= → <', 'size <= limit → true']);
  });

  test('a statement is removed, and awaited ones change places', () => {
    expect(changes('async function put() { await sync(file); await rename(file); }')).toEqual([
      'await sync(file); → ;',
      'await sync(file); await rename(file); → await rename(file); await sync(file);',
      'await rename(file); → ;',
    ]);
  });

  test('options of a call and conditions of a query are left out', () => {
    expect(changes("verify(token, { issuer, algorithms: ['RS256'] });")).toEqual([
      "verify(token, { issuer, algorithms: ['RS256'] }); → ;",
      'issuer, → nothing',
      ", algorithms: ['RS256'] → nothing",
      "'RS256' → nothing",
    ]);
    expect(changes("const rows = db.selectFrom('a').where('owner', '=', me).execute();")).toEqual([
      ".where('owner', '=', me) → nothing",
    ]);
  });

  test('what documents, logs or has a type is left as it is', () => {
    expect(changes("deps.log.warn({ id }, 'message');")).toEqual([]);
    expect(changes('interface A { b: 1 | 2 }\ntype C = { d: true };')).toEqual([]);
    expect(changes("const rows = db.selectFrom('a').select(['b', 'c']);")).toEqual([]);
    expect(changes("app.get({ schema: { summary: 'x', limit: 5 > 4 } });")).toEqual([
      "app.get({ schema: { summary: 'x', limit: 5 > 4 } }); → ;",
    ]);
  });

  test('each names its line and is a complete file', () => {
    const [only] = mutantsOf('a.ts', 'const a = 1;\nconst b = a > 2;\n', /→ >=/);
    expect(only).toEqual({
      line: 2,
      code: 'const b = a > 2;',
      change: '> → >=',
      at: 25,
      source: 'const a = 1;\nconst b = a >= 2;\n',
    });
  });
});

describe('mutants of SQL', () => {
  const query = (text: string) => changes(`const q = sql\`${text}\`;`);

  test('each condition is made true, or false if it is one of several that let in', () => {
    expect(query("select 1 from a where a.id = ${id} and a.status = 'ready' or ${isShared}")).toEqual([
      'a.id = ${id} → true',
      "a.status = 'ready' → true",
      '${isShared} → false',
    ]);
  });

  test('boundaries, orders and locks too', () => {
    expect(query('select a, b from c where d > now() order by e desc for update')).toEqual([
      'd > now() → true',
      '> → >=',
      'desc → asc',
      'for update → nothing',
    ]);
  });

  test('a list of columns is no condition', () => {
    expect(query('select ${a}, ${b} from c')).toEqual([]);
  });
});
