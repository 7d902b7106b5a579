import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';

/**
 * Validates each JSON response of a route against its contract completely, including values, which the server does not
 * check (app/response-serializer.ts). A wrong response becomes an error 500.
 */
export function checkResponses(route: RouteOptions): void {
  const schemas = route.schema?.response as Record<number, $ZodType> | undefined;
  if (!schemas) return;
  const expected = new WeakMap<FastifyRequest, unknown>();
  const preSerialization = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const schema = schemas[reply.statusCode];
    // Error responses have their own schema.
    if (schema) expected.set(request, z.encode(schema, payload));
    else expected.delete(request);
    return payload;
  };
  const onSend = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (!expected.has(request) || typeof payload !== 'string') return payload;
    const wanted = JSON.stringify(expected.get(request));
    expected.delete(request);
    if (!isDeepStrictEqual(JSON.parse(payload), JSON.parse(wanted))) {
      throw new Error(`${request.method} ${route.url} ${reply.statusCode} sends ${payload} instead of ${wanted}`);
    }
    return payload;
  };
  route.preSerialization = [route.preSerialization ?? [], preSerialization].flat() as typeof route.preSerialization;
  route.onSend = [route.onSend ?? [], onSend].flat() as typeof route.onSend;
}
