import fc, { type Arbitrary } from 'fast-check';
import { type $ZodCheck, type $ZodType, type $ZodTypes, safeParse } from 'zod/v4/core';
import { AWKWARD_TEXTS, RUNNING_TEXTS } from './naughty-texts.ts';

/**
 * Values for schemas of zod 4 (and zod/mini), accepted or rejected. Own code: zod-fast-check knows only zod 3, and
 * zocker takes its values from Faker, without refinements, shrinking or values that a schema rejects.
 */

/** Values that exist on the server: ids of all kinds, and others by field name. */
export interface Known {
  ids?: readonly string[];
  fields?: Readonly<Record<string, readonly unknown[]>>;
}

/** Batch size when searching accepted values. */
const BATCH = 10;
const BATCHES = Array.from({ length: 30 }, (_, seed) => seed);

/** Non-string values, where a string is expected. */
const WRONG_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -0, Number.MAX_SAFE_INTEGER, '', ' ', 'x', [], {}, [null], [[]], { a: 1 }],
  ...[{ toString: 1 }, { length: -1 }, ['a', 'b'], 'x'.repeat(70_000), Array(2_000).fill('x')],
];

export function accepts(schema: $ZodType, value: unknown): boolean {
  return safeParse(schema, value).success;
}

/**
 * Values accepted by the schema, as a client would send them.
 * @throws Error if none is found: add one for the field to `known`
 */
export function accepted(schema: $ZodType, known: Known = {}, field = ''): Arbitrary<unknown> {
  const values = build(schema, known, field);
  // undefined is an absent field, which an optional's inner schema does not accept.
  const good = values.filter((value) => accepts(schema, value));
  const found = BATCHES.some((seed) =>
    fc.sample(values, { numRuns: BATCH, seed }).some((value) => accepts(schema, value)),
  );
  if (!found)
    throw new Error(`No accepted value found for the field ${field || '(root)'}: add one to the known values.`);
  return good;
}

/** Values rejected by the schema: accepted ones with one part broken, and values of other types. */
export function rejected(schema: $ZodType, known: Known = {}): Arbitrary<unknown> {
  const broken = fc
    .tuple(accepted(schema, known), fc.nat(), fc.nat(), wrongValue)
    .map(([value, place, kind, wrong]) => breakOne(value, place, kind, wrong));
  return fc
    .oneof({ weight: 6, arbitrary: broken }, { weight: 1, arbitrary: wrongValue })
    .filter((value) => !accepts(schema, value));
}

/** Strings of all kinds, mostly edge cases. */
export const anyText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...AWKWARD_TEXTS, ...RUNNING_TEXTS),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 12 }),
);

const wrongValue: Arbitrary<unknown> = fc.oneof(fc.constantFrom(...WRONG_VALUES), anyText, fc.jsonValue());

function build(schema: $ZodType, known: Known, field: string): Arbitrary<unknown> {
  const generated = generate(schema as $ZodTypes, known, field);
  const { def } = schema._zod as $ZodTypes['_zod'];
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return generated;
  const isId = 'format' in def && def.format === 'uuid';
  const here = [...(known.fields?.[field] ?? []), ...(isId ? (known.ids ?? []) : [])].filter((value) =>
    accepts(schema, value),
  );
  if (here.length === 0) return generated;
  // Random ids are only answered with "not found", so known ids are preferred.
  return fc.oneof({ weight: isId ? 5 : 1, arbitrary: fc.constantFrom(...here) }, { weight: 1, arbitrary: generated });
}

function generate(schema: $ZodTypes, known: Known, field: string): Arbitrary<unknown> {
  const { def } = schema._zod;
  switch (def.type) {
    case 'string':
      return texts(schema, def, limitsOf(def.checks));
    case 'number':
      return numbers(limitsOf(def.checks), 'coerce' in def && def.coerce === true);
    case 'boolean':
      return fc.boolean();
    case 'any':
    case 'unknown':
      return wrongValue;
    case 'undefined':
      return fc.constant(undefined);
    case 'null':
      return fc.constant(null);
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'optional':
    case 'default':
      return fc.option(accepted(def.innerType, known, field), { nil: undefined, freq: 3 });
    case 'nullable':
      return fc.option(accepted(def.innerType, known, field), { nil: null, freq: 3 });
    case 'array': {
      const { min = 0, max = 4 } = limitsOf(def.checks);
      return fc.array(accepted(def.element, known, field), {
        minLength: min,
        maxLength: Math.max(min, Math.min(max, 4)),
      });
    }
    case 'tuple':
      return fc.tuple(...def.items.map((item) => accepted(item, known, field)));
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, inner]) => [name, accepted(inner, known, name)] as const);
      return fc.record(Object.fromEntries(fields)).map(withoutAbsent);
    }
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 20 }), accepted(def.valueType, known, field), { maxKeys: 4 });
    case 'union':
      return fc.oneof(...def.options.map((option) => accepted(option, known, field)));
    case 'pipe':
      return accepted(def.in, known, field);
    default:
      throw new Error(`The type ${def.type} of the field ${field} has no arbitrary yet.`);
  }
}

interface Limits {
  min?: number;
  max?: number;
  patterns: RegExp[];
}

/** Lengths, bounds and patterns from the checks of a schema. */
function limitsOf(checks: readonly $ZodCheck<never>[] = []): Limits {
  const limits: Limits = { patterns: [] };
  for (const { _zod } of checks) {
    const def = _zod.def as { check: string; minimum?: number; maximum?: number; value?: unknown; pattern?: RegExp };
    if (def.check === 'min_length') limits.min = def.minimum;
    if (def.check === 'max_length') limits.max = def.maximum;
    if (def.check === 'greater_than') limits.min = Number(def.value);
    if (def.check === 'less_than') limits.max = Number(def.value);
    if (def.pattern) limits.patterns.push(def.pattern);
  }
  return limits;
}

function texts(schema: $ZodType, def: object, { min = 0, max, patterns }: Limits): Arbitrary<unknown> {
  const { format, pattern } = def as { format?: string; pattern?: RegExp };
  if (format === 'uuid') return fc.uuid();
  if (format === 'datetime') return dates.map((date) => date.toISOString());
  if (format === 'date') return dates.map((date) => date.toISOString().slice(0, 10));
  const matching = [...patterns, ...(pattern ? [pattern] : [])].map((one) => fc.stringMatching(withoutFlags(one)));
  const atTheEdge =
    max === undefined ? [] : ['x'.repeat(max), 'é'.repeat(max), '👩‍👩‍👧‍👦'.repeat(Math.floor(max / 11))];
  const edges = [...atTheEdge, 'x'.repeat(Math.max(1, min))].filter((text) => accepts(schema, text));
  return fc.oneof(
    ...matching,
    ...(matching.length > 0 ? [] : [anyText]),
    ...(edges.length > 0 ? [fc.constantFrom(...edges)] : []),
  );
}

const dates = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });

/** fast-check does not support case-insensitive patterns. */
const withoutFlags = ({ source, flags }: RegExp) => new RegExp(source, flags.replaceAll(/[^suvm]/g, ''));

function numbers({ min = -1_000, max = 1_000_000 }: Limits, coerced: boolean): Arbitrary<unknown> {
  const whole = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  const parts = fc.double({ min, max, noNaN: true });
  return fc.oneof(whole, parts, fc.constantFrom(min, max), ...(coerced ? [whole.map(String)] : []));
}

/** Removes undefined properties, as JSON and queries do. */
function withoutAbsent(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined));
}

/** Removes, replaces or lengthens one part of the value, or adds a part. */
function breakOne(value: unknown, place: number, kind: number, wrong: unknown): unknown {
  const copy = structuredClone(value);
  const places = placesOf(copy);
  const [holder, key] = places[place % Math.max(1, places.length)] ?? [];
  if (!holder || key === undefined) return wrong;
  const old = holder[key];
  switch (kind % 6) {
    case 0:
      delete holder[key];
      break;
    case 1:
      holder[key] = typeof old === 'string' ? `${old}\u0000` : { was: old };
      break;
    case 2:
      holder[key] = typeof old === 'string' ? old + 'x'.repeat(9_000) : [old, old];
      break;
    case 3:
      holder[`${key}x`] = old;
      break;
    default:
      holder[key] = wrong;
  }
  return copy;
}

type Holder = Record<string, unknown>;

/** All properties of the value, at any depth, with the object or array that contains them. */
function placesOf(value: unknown): [Holder, string][] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((key) => [[holder, key] as [Holder, string], ...placesOf(holder[key])]);
}
