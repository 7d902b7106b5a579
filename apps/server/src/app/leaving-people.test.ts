import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestOf } from '../testing/authorization/request.ts';
import type { PersonRole } from '../testing/authorization/roles.ts';
import { ROWS } from '../testing/authorization/rows.ts';
import { createWorld, type World } from '../testing/authorization/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.stop());

/** People with some relation to the owner, each of another kind. */
const KNOWN: readonly PersonRole[] = ['friend', 'family', 'steward', 'given', 'pendingIn', 'pendingOut', 'invited'];

/** Calls every GET route as the owner. @returns for each of these people the calls whose responses name them */
async function namedIn(people: readonly PersonRole[]): Promise<Record<string, string[]>> {
  const named: Record<string, Set<string>> = Object.fromEntries(people.map((role) => [role, new Set()]));
  const calls = ROWS.filter(({ route }) => route.startsWith('GET /api/') && route !== 'GET /api/events');
  for (const row of calls) {
    for (const video of world.videos) {
      const request = requestOf(row, world, video);
      const { body } = await world.server.app.inject({
        ...request,
        headers: { ...request.headers, ...world.headers('owner') },
      });
      for (const role of people) if (body.includes(world.ids[role])) named[role]?.add(row.route);
    }
  }
  return Object.fromEntries(Object.entries(named).map(([role, routes]) => [role, [...routes].sort()]));
}

test('no response names a person whose account is being deleted', async () => {
  const people = [...KNOWN, 'linkHolder'] as const;
  const before = await namedIn(people);
  // Proves that the lists had these people before the deletion.
  expect(before.invited).toEqual(expect.arrayContaining(['GET /api/share/:videoId', 'GET /api/video/sharedbyme']));
  expect(before.linkHolder).toContain('GET /api/link');
  expect(before.friend).toContain('GET /api/connections/:userId');
  for (const role of people) expect(before[role], role).not.toEqual([]);

  const ids = people.map((role) => world.ids[role]);
  const { db } = world.server.deps;
  const leaving = { delete_at: new Date(Date.now() + 30 * 24 * 3600_000), deletion_asked_at: new Date() };
  await db.updateTable('users').set(leaving).where('id', 'in', ids).execute();
  expect(await namedIn(people)).toEqual(Object.fromEntries(people.map((role) => [role, []])));
});
