import { gunzipSync } from 'node:zlib';
import { ERROR_STATUS, type ErrorCode, errorBody } from '@kinreel/contracts';
import { accepts } from '@kinreel/fuzzing/arbitraries';
import { limitOf, runsOf, writeCounts } from '@kinreel/fuzzing/counts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { globalRegistry } from 'zod';
import type { $ZodType } from 'zod/v4/core';
import { buildApp } from '../../app/build-app.ts';
import { OTHER_ROUTES, ROWS } from '../authorization/rows.ts';
import { createWorld, type World } from '../authorization/world.ts';
import fc from '../property.ts';
import { brokenRequests, type FuzzedRoute, type FuzzRequest, validRequests } from './requests.ts';

/**
 * Requests generated from the contracts, sent to every route: valid and broken ones, by people in every role, with ids
 * of existing objects. Number of requests of each kind per route.
 */
const RUNS = runsOf({ everyDay: 6, full: 2_000 });

/** The state is restored after this many valid requests, so that objects still exist. */
const BATCH = 25;

/** Routes without response contracts, because no program parses them, with their allowed statuses. */
const UNDESCRIBED: Record<string, readonly number[]> = {
  'GET /s/:code': [302, 404],
  'GET /api/mails/unsubscribe/:id/:topic/:code': [200, 404],
  'POST /api/mails/unsubscribe/:id/:topic/:code': [200, 404],
  'GET /api/invitation/:code/decline': [302],
  'HEAD /api/invitation/:code/decline': [302],
  'GET /health/live': [200],
  'GET /health/ready': [200],
};

let world: World;
const routes = new Map<string, FuzzedRoute>();
const counts = { routes: 0, valid: 0, broken: 0 };

beforeAll(async () => {
  world = await createWorld();
  const app = await buildApp(world.server.deps, ({ method, url, schema, config }) => {
    for (const one of [method].flat()) {
      routes.set(`${one} ${url}`, {
        method: one,
        url,
        access: config?.access ?? 'user',
        schema: (schema ?? {}) as FuzzedRoute['schema'],
      });
    }
  });
  await app.close();
});
afterAll(async () => {
  writeCounts('contracts of the API', counts);
  await world?.stop();
});

/** Rows of a route; a HEAD that was registered for a GET has the rows of the GET. */
const rowsOf = (name: string) => ROWS.filter(({ route }) => route === name || route === name.replace(/^HEAD /, 'GET '));

const NAMES = [
  ...new Set(
    ROWS.flatMap(({ route }) =>
      route.startsWith('GET ') && route !== 'GET /api/events' ? [route, route.replace('GET', 'HEAD')] : [route],
    ),
  ),
];

test('[API-26] every route of the server is fuzzed', () => {
  const missing = [...routes.keys()].filter(
    (name) => !NAMES.includes(name) && !OTHER_ROUTES.some((other) => other.test(name)),
  );
  expect(missing).toEqual([]);
  expect(NAMES.filter((name) => !routes.has(name))).toEqual([]);
});

interface Answer {
  status: number;
  type: string;
  body: string;
}

/** Sends a request. The body of an event stream is not read, because it has no end. */
async function send({ by: _by, broken: _broken, method, ...request }: FuzzRequest): Promise<Answer> {
  const response = await world.server.app.inject({ ...request, method: method as 'GET', payloadAsStream: true });
  const { statusCode: status, headers } = response;
  const type = String(headers['content-type'] ?? '');
  if (type.startsWith('text/event-stream')) {
    response.stream().destroy();
    return { status, type, body: '' };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of response.stream()) chunks.push(Buffer.from(chunk));
  const bytes = Buffer.concat(chunks);
  const isPacked = headers['content-encoding'] === 'gzip' && bytes.length > 0;
  return { status, type, body: (isPacked ? gunzipSync(bytes) : bytes).toString() };
}

/** How a response violates the contract; null if it does not. */
function problemOf(name: string, request: FuzzRequest, { status, type, body }: Answer): string | null {
  const { schema } = routes.get(name) as FuzzedRoute;
  const isHead = name.startsWith('HEAD ');
  const undescribed = UNDESCRIBED[name.replace(/^HEAD /, 'GET ')];
  const described = schema.response?.[status] as $ZodType | undefined;
  if (status === 500) return 'it failed';
  if (request.broken !== null && (status < 400 || status >= 500)) return 'a broken request was not rejected';
  if (isHead && body !== '') return 'a HEAD has a body';
  if (isHead && request.broken !== null) return null;
  if (undescribed?.includes(status)) return null;
  if (status >= 400 && !isHead && !isEmpty(described)) {
    const problem = problemOfError(status, type, body);
    if (problem) return problem;
    const { code } = JSON.parse(body) as { code: string };
    // A damaged URL does not match this route.
    if (request.broken && (request.broken === 'address' || code === 'route.missing')) return null;
    const codes = described ? String(globalRegistry.get(described)?.description).split(', ') : [];
    return codes.some((one) => one.split(' ')[0] === code) ? null : `its contract has no ${code}`;
  }
  if (!described) return `its contract has no status ${status}`;
  if (isHead) return null;
  if (isEmpty(described)) return body === '' ? null : 'the answer has a body';
  if (!type.startsWith('application/json')) return null;
  return accepts(described, JSON.parse(body)) ? null : 'the answer is not what its contract says';
}

const isEmpty = (schema: $ZodType | undefined) =>
  (schema?._zod?.def as { type: string } | undefined)?.type === 'undefined';

function problemOfError(status: number, type: string, body: string): string | null {
  if (!type.startsWith('application/json')) return `an error as ${type}`;
  const parsed = errorBody.safeParse(JSON.parse(body));
  if (!parsed.success) return 'an error without code and message';
  const { code } = parsed.data;
  if (ERROR_STATUS[code as ErrorCode] !== status) return `the code ${code} with the status ${status}`;
  return /\n\s+at |\bselect \S+ from|node_modules|postgres/.test(body) ? 'an error reveals internals' : null;
}

async function check(name: string, request: FuzzRequest): Promise<void> {
  counts[request.broken === null ? 'valid' : 'broken'] += 1;
  const answer = await send(request);
  const problem = problemOf(name, request, answer);
  if (problem === null) return;
  const {
    payload,
    headers: { authorization: _token, ...headers },
    ...rest
  } = request;
  const shown = { ...rest, headers };
  const sent = payload ? `\n${payload.toString().slice(0, 500)}` : '';
  throw new Error(`${problem}\n${JSON.stringify(shown)}${sent}\n${answer.status} ${answer.body.slice(0, 500)}`);
}

describe('[API-26] requests generated from the contracts', () => {
  test.each(NAMES)('%s', { timeout: limitOf(RUNS) }, async (name) => {
    const route = routes.get(name);
    if (!route) return expect.fail('The server has no such route.');
    const options = { numRuns: RUNS, endOnFailure: true };
    // Also after a failure: the next route finds the prepared state.
    onTestFinished(async () => world.restore(await world.changes()));

    await fc.assert(
      fc.asyncProperty(brokenRequests(route, rowsOf(name), world), (request) => check(name, request)),
      options,
    );
    expect(await world.changes(), 'tables that broken requests have changed').toEqual([]);

    let sent = 0;
    const property = fc.asyncProperty(validRequests(route, rowsOf(name), world), async (request) => {
      await check(name, request);
      sent += 1;
      if (sent % BATCH === 0) await world.restore(await world.changes());
    });
    await fc.assert(property, options);
    counts.routes += 1;
  });
});
