import type { Person } from '@kinreel/contracts';
import { nameKey, wordForms } from '../../apps/server/src/features/profile/name-keys.table.ts';
import { repeatable } from '../support/measure.ts';
import type { Row } from '../support/row.ts';
import { nameOf } from '../support/seed.ts';
import { MISSPELT, PREFIX } from '../support/statements.ts';
import type { World } from '../support/world.ts';
import { type Call, manyAtOnce, oneAtATime } from './calls.ts';

const random = repeatable(3);

/** A last name with one letter too many. */
function misspelt({ people }: World): string {
  const { last } = nameOf(Math.floor(random() * people));
  return `${last.slice(0, 3)}x${last.slice(3)}`;
}

const inexact: Call = {
  next(world) {
    const text = misspelt(world);
    return { path: `/api/search?q=${text}`, values: [world.viewer.user.id, wordForms(nameKey(text))] };
  },
  statement: MISSPELT,
  limit: 'the stage that finds it, by one statement',
  check(body, rows) {
    const found = (body as Person[]).map(({ id }) => id);
    if (found.length === 0 || !rows.every(({ id }) => found.includes(id as string))) {
      throw new Error('The search does not find the person that the limit finds');
    }
  },
};

const nothing: Call = {
  next({ viewer }) {
    const text = `qx${Math.floor(random() * 1e6).toString(36)}zzq`;
    return { path: `/api/search?q=${text}`, values: [viewer.user.id, text, `${text}\u{10ffff}`] };
  },
  statement: PREFIX,
  limit: 'the first stage, by one statement',
  check(body) {
    if ((body as Person[]).length > 0) throw new Error('The search should find nobody');
  },
};

export const search: Row[] = [
  oneAtATime('search, misspelt', inexact, { ratio: 3 }),
  manyAtOnce('search, misspelt', inexact, null),
  oneAtATime('search that finds nothing', nothing, { value: 5 }),
  manyAtOnce('search that finds nothing', nothing, null),
];
