import * as contracts from '@kinreel/contracts';
import { accepted } from '@kinreel/fuzzing/arbitraries';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { $ZodType } from 'zod/v4/core';
import { checkResponses } from '../testing/checked-responses.ts';
import fc from '../testing/property.ts';
import { responseSerializer } from './response-serializer.ts';

const ID = '0192f0a0-0000-7000-8000-000000000001';
const serializerOf = (schema: $ZodType) => responseSerializer({ schema, method: 'GET', url: '/' });

/** The same value with one more field in each object. */
function withLeaks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLeaks);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withLeaks(field)]);
  return { ...Object.fromEntries(fields), password_hash: 'leaked' };
}

const RESPONSES = Object.entries(contracts as Record<string, unknown>).filter(
  (entry): entry is [string, $ZodType] => entry[1] instanceof $ZodType && /Response$|^user$|^errorBody$/.test(entry[0]),
);

test('[API-26] responses of the contracts are found', () => {
  expect(RESPONSES.length).toBeGreaterThan(25);
});

test.each(RESPONSES)('[API-26] %s is sent as the contract defines, without any other field', (_name, schema) => {
  const serialize = serializerOf(schema);
  fc.assert(
    fc.property(accepted(schema, { ids: [ID] }), (value) => {
      const sent = withLeaks(z.encode(schema, value as never));
      expect(JSON.parse(serialize(sent))).toEqual(JSON.parse(JSON.stringify(z.encode(schema, sent as never))));
    }),
    { numRuns: 15 },
  );
});

test('[API-26] fields outside the contract are dropped at any depth', () => {
  const recipient = { ...PERSON, shared_on: '2026-03-09T10:00:00.000Z' };
  const serialize = serializerOf(contracts.shareRecipientsResponse);
  const leaky = { ...recipient, email: 'ada@example.org', toJSON: undefined };
  expect(JSON.parse(serialize([recipient, leaky]))).toEqual([recipient, recipient]);
  expect(() => serialize([{ ...recipient, profile_image: { email: 'ada@example.org' } }])).toThrow();
});

test('[API-26] a missing field or a wrong type is an error', () => {
  const serialize = serializerOf(contracts.videosResponse);
  expect(() => serialize([{ id: ID }])).toThrow(/required/);
  expect(() => serialize({ id: ID })).toThrow();
  expect(() => serializerOf(z.object({ size: z.int() }))({ size: 'many' })).toThrow();
});

test('a schema with a union of objects is rejected, because the serializer would be slow', () => {
  const choice = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
  expect(() => serializerOf(choice)({ a: '' })).toThrow('union of objects');
});

test('a schema that defines fields in another way is rejected, because these would not be filtered', () => {
  const [a, b] = [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b'), size: z.int() })];
  expect(() => serializerOf(z.discriminatedUnion('kind', [a, b]))({ kind: 'a' })).toThrow('oneOf');
});

describe('test servers', () => {
  test.each([
    ['what the contract allows', { kind: 'a' }, 200],
    ['a value that the contract does not allow', { kind: 'c' }, 500],
    ['a missing field', {}, 500],
  ])('answer %s with the right status', async (_name, answer, status) => {
    const app = Fastify().setSerializerCompiler(responseSerializer);
    app.addHook('onRoute', checkResponses);
    app.get('/', { schema: { response: { 200: z.object({ kind: z.enum(['a', 'b']) }) } } }, async () => answer);
    expect((await app.inject('/')).statusCode).toBe(status);
    await app.close();
  });
});

const PERSON = {
  id: ID,
  first_name: 'Ada',
  last_name: 'Oslo',
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  profile_image: null,
};
