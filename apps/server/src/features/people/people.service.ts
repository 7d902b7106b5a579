import { id, type Person, type SearchQuery } from '@kinreel/contracts';
import { invalidInput } from '@kinreel/messages/en/invalid-input';
import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { decodeCursor, encodeCursor, type Page } from '../../platform/http/paging.ts';
import { nameKey } from '../profile/name-keys.table.ts';
import { presentPerson } from '../profile/profile.presenter.ts';
import { type After, findPeople } from './people.queries.ts';

const cursorParts = z.tuple([z.number().int().nonnegative(), z.string(), z.string(), id]);

/**
 * Searches people by name, without the caller (HEAD-03): first names that start with the text, then names that differ
 * by one letter, then names that contain it. Without a text: everybody, sorted by name.
 * @throws DomainError request.invalid for an invalid cursor
 */
export async function searchPeople(
  { db }: Pick<Deps, 'db'>,
  callerId: string,
  query: SearchQuery,
): Promise<Page<Person>> {
  const key = nameKey(query.q);
  if (key === '' && query.q !== '') return { rows: [], next: null };
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const found = await findPeople(db, { callerId, key, after, limit: query.limit + 1 });
  const people = found.slice(0, query.limit);
  // The cursor contains the name of the last person of this page, so it reveals no other name.
  const last = people.at(-1);
  return {
    rows: people.map(presentPerson),
    next:
      found.length > query.limit && last ? encodeCursor([last.stage, last.first_key, last.last_key, last.id]) : null,
  };
}

function readCursor(cursor: string): After {
  const parts = cursorParts.safeParse(decodeCursor(cursor, 4));
  if (!parts.success) throw new DomainError('request.invalid', { fields: { cursor: invalidInput.pageMissing } });
  const [stage, first_key, last_key, personId] = parts.data;
  return { stage, first_key, last_key, id: personId };
}
