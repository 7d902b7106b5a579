import { getOk, getRequest, type HttpConnection, openConnections } from '../support/http-connection.ts';
import { asMedian, asRate, repeatFor } from '../support/measure.ts';
import type { Goal, Row } from '../support/row.ts';
import type { World } from '../support/world.ts';

/** An API request and the SQL statement that returns the same rows. */
export interface Call {
  /** Returns the path of the next request and the parameters of the equivalent statement. */
  next(world: World): { path: string; values: unknown[] };
  statement: { name: string; text: string };
  limit: string;
  /** Compares a response with the rows. @throws Error if they differ */
  check?(body: unknown, rows: Record<string, unknown>[]): void;
}

const PARALLEL = 16;

/** A row with the median time of sequential requests. */
export const oneAtATime = (name: string, call: Call, goal: Goal): Row => ({
  name: `${name}, one at a time`,
  limit: call.limit,
  unit: 'ms',
  goal,
  prepare: (world) => prepare(world, call, 1, asMedian),
});

/** A row with the requests per second of 16 parallel clients. */
export const manyAtOnce = (name: string, call: Call, goal: Goal): Row => ({
  name: `${name}, ${PARALLEL} at once`,
  limit: call.limit,
  unit: '/s',
  goal,
  prepare: (world) => prepare(world, call, PARALLEL, asRate),
});

/**
 * A row with the median time of sequential requests, compared with those for another path in the same run.
 * @param call.prepare adds the rows that the request reads
 */
export const comparedCall = (
  name: string,
  { prepare, path, other }: { prepare: (world: World) => Promise<void> } & Record<'path' | 'other', PathOf>,
  goal: Goal,
): Row => ({
  name: `${name}, one at a time`,
  limit: "a person's videos",
  unit: 'ms',
  goal,
  prepare: async (world) => {
    await prepare(world);
    const [connection] = await openConnections(world.kinreel.origin, 1);
    const measure = (pathOf: PathOf) => async () =>
      asMedian(
        await repeatFor(world.seconds, 1, () => {
          const { path: target, headers = world.viewer.headers } = pathOf(world);
          return getOk(connection as HttpConnection, getRequest(target, headers));
        }),
      );
    return { kinreel: measure(path), limit: measure(other), end: async () => connection?.close() };
  },
});

/** The path of the next request, and its headers if they are not the viewer's. */
type PathOf = (world: World) => { path: string; headers?: Record<string, string> };

async function prepare(world: World, call: Call, parallel: number, summarize: typeof asMedian) {
  const { database, kinreel, viewer } = world;
  await check(world, call);
  const connections = await openConnections(kinreel.origin, parallel);
  return {
    kinreel: async () =>
      summarize(
        await repeatFor(world.seconds, parallel, (worker) =>
          getOk(connections[worker] as HttpConnection, getRequest(call.next(world).path, viewer.headers)),
        ),
      ),
    limit: async () =>
      summarize(
        await repeatFor(world.seconds, parallel, () =>
          database.query({ ...call.statement, values: call.next(world).values }),
        ),
      ),
    end: async () => {
      for (const connection of connections) connection.close();
    },
  };
}

/** Compares a response with the rows once, so that both measurements do the same work. */
async function check(world: World, call: Call): Promise<void> {
  const { path, values } = call.next(world);
  const response = await fetch(world.kinreel.origin + path, { headers: world.viewer.headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  const { rows } = await world.database.query({ ...call.statement, values });
  call.check?.(JSON.parse(text), rows);
}
