import { id, type Person, type SearchQuery } from '@kinreel/contracts';
import { invalidInput } from '@kinreel/messages/en/invalid-input';
import * as z from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import { decodeCursor, type Page, toPage } from '../../platform/paging.ts';
import { nameKey } from '../profile/name-keys.table.ts';
import { presentPerson } from '../profile/profile.presenter.ts';
import { type After, type FoundRow, findInStage, searchStages } from './people.queries.ts';

const cursorParts = z.tuple([z.number().int().nonnegative(), z.string(), z.string(), id]);

/**
 * Searches people by name, without the caller (HEAD-03): first names that start with the text, then names that differ by
 * one letter, then names that contain it. Without a text: everybody, sorted by name.
 * @throws DomainError request.invalid for an invalid cursor
 */
export async function searchPeople(db: Db, callerId: string, query: SearchQuery): Promise<Page<Person>> {
  const key = nameKey(query.q);
  if (key === '' && query.q !== '') return { rows: [], next: null };
  const stages = searchStages(key);
  const start = query.cursor === undefined ? null : readCursor(query.cursor);
  const rows: (FoundRow & { stage: number })[] = [];
  const left = stages.map((_, stage) => stage).slice(start?.stage ?? 0);
  // Exact stages are cheap and come first. Those of a kind are asked at the same time: most searches need one round, none more than two.
  for (const isInexact of [false, true]) {
    const limit = query.limit + 1 - rows.length;
    if (limit <= 0) break;
    const round = left.filter((stage) => stages[stage]?.inexact === isInexact);
    const found = await Promise.all(
      round.map(async (stage) => {
        const after = stage === start?.stage ? start.after : null;
        return (await findInStage(db, callerId, stages, stage, after, limit)).map((row) => ({ ...row, stage }));
      }),
    );
    rows.push(...found.flat().slice(0, limit));
  }
  const page = toPage(rows, query.limit, (row) => [row.stage, row.first_key, row.last_key, row.id]);
  return { rows: page.rows.map(presentPerson), next: page.next };
}

function readCursor(cursor: string): { stage: number; after: After } {
  const parts = cursorParts.safeParse(decodeCursor(cursor, 4));
  if (!parts.success) throw new DomainError('request.invalid', { fields: { cursor: invalidInput.pageMissing } });
  const [stage, first_key, last_key, personId] = parts.data;
  return { stage, after: { first_key, last_key, id: personId } };
}
