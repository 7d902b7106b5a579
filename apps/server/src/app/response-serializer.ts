import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';

type JsonSchema = { [keyword: string]: unknown };

/** Keywords for fields and types. All others are left to the presenters and the contract tests. */
const STRUCTURE = new Set(['type', 'required', 'additionalProperties', 'items', 'anyOf']);

/** Other keywords that define fields. Ignoring one would send fields without a check. */
const REFUSED = ['oneOf', 'allOf', '$ref', 'patternProperties', 'prefixItems'];

const OPTIONS = { io: 'output', target: 'draft-7', unrepresentable: 'any' } as const;

/**
 * Compiles the response schemas of the contracts into JSON serializers. Only the fields of the contract are sent, with
 * their types; a missing field is an error. Interpreting the schema for each value would take twenty times as long. A
 * serializer is compiled when a route first uses its schema.
 */
export const responseSerializer: FastifySerializerCompiler<$ZodType> = ({ schema }) => {
  let write: ((data: unknown) => string) | null = null;
  return (data) => {
    const structure = () => structureOf(z.toJSONSchema(schema, OPTIONS) as JsonSchema) as unknown as Schema;
    write ??= fastJsonStringify(structure());
    return write(data);
  };
};

function structureOf(schema: JsonSchema): JsonSchema {
  const refused = REFUSED.find((keyword) => keyword in schema);
  if (refused) throw new Error(`a response has a schema with ${refused}`);
  const structure: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties') {
      const fields = Object.entries(value as Record<string, JsonSchema>);
      structure.properties = Object.fromEntries(fields.map(([name, field]) => [name, structureOf(field)]));
    } else if (STRUCTURE.has(keyword)) structure[keyword] = structureOfValue(value);
  }
  return Array.isArray(structure.anyOf) ? withoutChoice(structure.anyOf) : structure;
}

function structureOfValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structureOfValue);
  return typeof value === 'object' && value !== null ? structureOf(value as JsonSchema) : value;
}

/**
 * Turns a union with null, or of plain values, into a list of types. Any other union would need validation of each
 * value, and no contract has one.
 * @throws Error for such a contract
 */
function withoutChoice(choices: JsonSchema[]): JsonSchema {
  const [only, ...others] = choices.filter(({ type }) => type !== 'null');
  const nullable = others.length + 1 < choices.length;
  if (only && others.length === 0 && typeof only.type === 'string') return { ...only, nullable };
  const types = [...new Set(choices.flatMap(({ type }) => type))];
  if (types.some((type) => typeof type !== 'string' || type === 'object' || type === 'array')) {
    throw new Error('a response has a union of objects');
  }
  return { type: types.length === 1 ? types[0] : types };
}
