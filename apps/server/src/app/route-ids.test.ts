import Fastify, { type RouteOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { JOB_DEFINITIONS } from './jobs.ts';
import { FEATURE_ROUTES } from './routes.ts';

const UPPER_CASE = '0192F0A0-ABCD-7ABC-8DEF-0123456789AB';

/** Names of fields that contain ids of rows. */
const ID_NAME = /^(id|.*Id|.*_id|userB|up_to|version)$/;

/** Fields that match but contain no row id, and path parameters that are not ids. */
const OTHER_NAMES = ['auth0Id'];
const OTHER_PARAMS = ['fragment', 'code', 'file', 'rendition'];

/** The properties of a zod schema that this test reads. */
interface Schema {
  _zod: {
    def: {
      type: string;
      format?: string;
      shape?: Record<string, Schema>;
      element?: Schema;
      innerType?: Schema;
      in?: Schema;
      options?: Schema[];
    };
  };
  safeParse(value: unknown): { success: boolean; data?: unknown };
}

/** A text field of a request: its name and its schema. */
interface Leaf {
  name: string;
  schema: Schema;
}

/** All text fields of a schema. */
function leaves(schema: Schema, name: string): Leaf[] {
  const { type, shape, element, innerType, in: input, options } = schema._zod.def;
  if (shape) return Object.entries(shape).flatMap(([key, field]) => leaves(field, key));
  const inner = element ?? innerType ?? input;
  if (inner) return leaves(inner, name);
  if (options) return options.flatMap((option) => leaves(option, name));
  return type === 'string' ? [{ name, schema }] : [];
}

describe('ids in requests', () => {
  let server: TestServer;
  const routes: RouteOptions[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    const app = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
    app.addHook('onRoute', (route) => {
      routes.push(route);
    });
    for (const feature of FEATURE_ROUTES) await app.register(feature(server.deps));
    await app.close();
  });
  afterAll(() => server.stop());

  test('[API-25] the contract normalizes every id in a path, query or body', () => {
    let ids = 0;
    for (const { method, url, schema } of routes) {
      for (const part of ['params', 'querystring', 'body'] as const) {
        const declared = schema?.[part] as Schema | undefined;
        if (!declared) continue;
        for (const leaf of leaves(declared, part)) {
          const where = `${method} ${url}: ${leaf.name} (${part})`;
          const isUuid = leaf.schema._zod.def.format === 'uuid' || leaf.schema._zod.def.format === 'guid';
          const mustBeId =
            part === 'params'
              ? !OTHER_PARAMS.includes(leaf.name)
              : ID_NAME.test(leaf.name) && !OTHER_NAMES.includes(leaf.name);
          if (mustBeId) expect(isUuid, where).toBe(true);
          if (!isUuid) continue;
          ids += 1;
          expect(leaf.schema.safeParse(UPPER_CASE).data, where).toBe(UPPER_CASE.toLowerCase());
        }
      }
    }
    expect(ids).toBeGreaterThan(40);
  });

  test('every path parameter is declared', () => {
    for (const { method, url, schema } of routes) {
      // Responds with a page, and compares the hash of the code.
      if (url === '/s/:code') continue;
      const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
      const declared = Object.keys((schema?.params as Schema | undefined)?._zod.def.shape ?? {});
      expect(declared.sort(), `${method} ${url}`).toEqual(names.sort());
    }
  });

  test('ids in job payloads are normalized too', () => {
    for (const { name, payload } of JOB_DEFINITIONS) {
      for (const leaf of leaves(payload as unknown as Schema, name)) {
        expect(leaf.schema.safeParse(UPPER_CASE).data, `${name}: ${leaf.name}`).toBe(UPPER_CASE.toLowerCase());
      }
    }
  });
});
