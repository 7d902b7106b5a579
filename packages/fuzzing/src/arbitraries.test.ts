import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { accepted, accepts, rejected } from './arbitraries.ts';

const SCHEMAS = {
  'an object of zod': z.object({
    id: z.uuid(),
    when: z.iso.datetime(),
    day: z.iso.date(),
    kind: z.enum(['a', 'b']),
    size: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    tags: z.array(z.string().max(3)).min(1),
    note: z.string().nullable(),
  }),
  'an object of zod/mini': mini.strictObject({
    text: mini.string().check(mini.trim(), mini.minLength(1), mini.maxLength(10)),
    many: mini.optional(mini.record(mini.string(), mini.union([mini.string(), mini.number()]))),
    code: mini.string().check(mini.regex(/^[0-9a-f]{8}$/i)),
    state: mini.string().check(mini.refine((value) => value === 'MN')),
  }),
};

test.each(Object.entries(SCHEMAS))('values for %s are accepted, or rejected', (_name, schema) => {
  const known = { fields: { state: ['MN'] } };
  expect(fc.check(fc.property(accepted(schema, known), (value) => accepts(schema, value))).failed).toBe(false);
  expect(fc.check(fc.property(rejected(schema, known), (value) => !accepts(schema, value))).failed).toBe(false);
});

test('breaks every field eventually, and uses known values', () => {
  const schema = z.object({ a: z.string().max(5), b: z.number(), c: z.uuid() });
  const id = '0192f0a0-0000-7000-8000-000000000001';
  const values = fc.sample(accepted(schema, { ids: [id] }), { numRuns: 50, seed: 1 }) as z.infer<typeof schema>[];
  expect(values.filter(({ c }) => c === id).length).toBeGreaterThan(20);
  const fields = fc.sample(rejected(schema), { numRuns: 200, seed: 1 }).flatMap((value) => {
    return schema.safeParse(value).error?.issues.map((issue) => String(issue.path[0])) ?? [];
  });
  expect(new Set(fields)).toEqual(new Set(['a', 'b', 'c', 'undefined']));
});

test('throws if no value can be generated for a field, so that a known one is added', () => {
  const schema = z.object({ state: z.string().refine((value) => value === 'Kinreel') });
  expect(() => accepted(schema)).toThrow('the field state');
});
