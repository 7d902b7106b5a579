import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loginAs, startTestServer, type TestServer } from '../../testing/index.ts';
import type { Db } from '../db/database.ts';
import { createCallers } from './callers.ts';
import { deleteOldSessionEnds, findEnded, storeSessionEnd } from './session-ends.ts';

const BEGAN = new Date('2026-03-09T10:00:00.000Z');
const later = (ms: number) => new Date(BEGAN.getTime() + ms);

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startTestServer();
  ({ db } = server.deps);
});
afterAll(() => server?.stop());
afterEach(() => db.deleteFrom('session_ends').execute());

const ACCOUNT = { provider: 'https://kin.example/', subject: 'auth0|1' };
const session = (more: object = {}) => ({
  ...ACCOUNT,
  sid: 'phone',
  epoch: 3,
  issuedAt: BEGAN,
  expiresAt: later(900_000),
  ...more,
});
const end = (more: object = {}) => ({ ...ACCOUNT, sid: null, epoch: null, endedAt: BEGAN, ...more });
const isEnded = async (one: object = {}) => (await findEnded(db, [session(one)])).length === 1;

test('[API-25] ending one session does not end others', async () => {
  await storeSessionEnd(db, end({ sid: 'phone' }));
  expect(await isEnded()).toBe(true);
  for (const other of [
    { sid: 'computer' },
    { sid: null },
    { subject: 'auth0|2' },
    { provider: 'https://x.example/' },
  ]) {
    expect(await isEnded(other), JSON.stringify(other)).toBe(false);
  }
});

test('[API-25] ending all sessions ends those of earlier epochs, whenever they were issued', async () => {
  await storeSessionEnd(db, end({ epoch: 4 }));
  const ended = [{ epoch: 3 }, { epoch: 3, issuedAt: later(60_000) }];
  for (const one of ended) expect(await isEnded(one), JSON.stringify(one)).toBe(true);
  for (const epoch of [4, 5]) expect(await isEnded({ epoch, issuedAt: later(-60_000) })).toBe(false);
  expect(await isEnded({ subject: 'auth0|2' })).toBe(false);
});

test('[API-25] without epochs it ends sessions issued until then, also in the same second', async () => {
  await storeSessionEnd(db, end());
  for (const issuedAt of [later(-1000), BEGAN]) expect(await isEnded({ issuedAt })).toBe(true);
  expect(await isEnded({ issuedAt: later(1000) })).toBe(false);
  await storeSessionEnd(db, end({ epoch: 4 }));
  expect(await isEnded({ epoch: null, issuedAt: later(1000) })).toBe(false);
  expect(await isEnded({ epoch: null })).toBe(true);
});

test('[API-25] the latest end is stored, also if an earlier one arrives later', async () => {
  await storeSessionEnd(db, end({ epoch: 4, endedAt: later(5000) }));
  await storeSessionEnd(db, end({ epoch: 2, endedAt: later(1000) }));
  expect(await isEnded({ epoch: 3 })).toBe(true);
  expect(await isEnded({ epoch: null, issuedAt: later(5000) })).toBe(true);
  await storeSessionEnd(db, end({ epoch: 6, endedAt: later(9000) }));
  expect(await isEnded({ epoch: 5 })).toBe(true);
  expect(await isEnded({ epoch: null, issuedAt: later(9000) })).toBe(true);
});

test('[API-25] looks up many sessions at once, by position', async () => {
  await storeSessionEnd(db, end({ sid: 'phone' }));
  const found = await findEnded(db, [session({ sid: 'a' }), session(), session({ sid: 'b' }), session()]);
  expect(found.toSorted()).toEqual([1, 3]);
});

test('[API-25] the column for callers follows the same rule', async () => {
  const { id } = await loginAs(server);
  const person = db.selectFrom('users').where('id', '=', id);
  const account = await person.select(['provider', 'subject']).executeTakeFirstOrThrow();
  const callers = createCallers(db);
  const ended = async (more: object = {}) => {
    const one = { ...session({ ...account, ...more }), userId: id };
    const [byToken, byId] = await Promise.all([callers.byToken(one), callers.byId(one)]);
    expect([byToken?.id, byId?.id, byId?.ended]).toEqual([id, id, byToken?.ended]);
    return byToken?.ended;
  };
  expect(await ended()).toBe(false);
  await storeSessionEnd(db, end({ ...account, sid: 'phone' }));
  expect([await ended(), await ended({ sid: 'computer' })]).toEqual([true, false]);
  await storeSessionEnd(db, end({ ...account, epoch: 4 }));
  expect([await ended({ sid: 'computer' }), await ended({ sid: 'computer', epoch: 4 })]).toEqual([true, false]);
  const before = { sid: null, epoch: null };
  expect([await ended(before), await ended({ ...before, issuedAt: later(1000) })]).toEqual([true, false]);
  await db.updateTable('session_ends').set({ provider: 'https://other.example/' }).execute();
  expect(await ended()).toBe(false);
});

test('purges expired revocations, and stores them again as new', async () => {
  await storeSessionEnd(db, end({ sid: 'old' }));
  await storeSessionEnd(db, end({ sid: 'young' }));
  await storeSessionEnd(db, end({ sid: 'again' }));
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  for (const [sid, hours] of [
    ['old', 24.1],
    ['young', 23.9],
    ['again', 24.1],
  ] as const) {
    await db
      .updateTable('session_ends')
      .set({ received_at: hoursAgo(hours) })
      .where('sid', '=', sid)
      .execute();
  }
  await storeSessionEnd(db, end({ sid: 'again' }));
  expect(await deleteOldSessionEnds(db)).toBe(1);
  expect([await isEnded({ sid: 'old' }), await isEnded({ sid: 'young' }), await isEnded({ sid: 'again' })]).toEqual([
    false,
    true,
    true,
  ]);
});
