import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/tables.ts';
import { wordForms } from '../profile/name-keys.table.ts';
import { PERSON_COLUMNS, type PersonRow } from '../profile/profile.table.ts';
import { isReachable } from '../visibility/blocking.policy.ts';

/** Maximum number of words of a search text; more are ignored. */
const MAX_WORDS = 6;

/** Minimum word length for substring search; the trigram index needs three characters. */
const MIN_SUBSTRING_LENGTH = 3;

/** Maximum number of results of an inexact stage; beyond this a longer search text helps more. */
const MAX_INEXACT = 200;

type NameOrder = readonly ['first_key', 'last_key'] | readonly ['last_key', 'first_key'];
const BY_FIRST: NameOrder = ['first_key', 'last_key'];
const BY_LAST: NameOrder = ['last_key', 'first_key'];

/** One way a name can match. A search lists the results of its first stage, then further results of the next stage. */
export interface SearchStage {
  match: Expression<SqlBool>;
  order: NameOrder;
  /** No index provides this order, so a limited number of rows is read and then sorted. */
  inexact: boolean;
}

/** A person found, with the columns that define the order. */
export type FoundRow = PersonRow & { first_key: string; last_key: string };

/** The last person of a page within one stage. */
export type After = Pick<FoundRow, 'first_key' | 'last_key' | 'id'>;

const users = expressionBuilder<Database, 'users'>();

/**
 * The stages of a search: names that start with the text, names with a word that differs by one letter, names that
 * contain the text.
 * @param key search text, normalized by nameKey(); empty for everybody
 */
export function searchStages(key: string): SearchStage[] {
  const words = key.split(' ', MAX_WORDS);
  const stages: SearchStage[] = [];
  for (let i = 1; i < words.length; i++) {
    const [head, tail] = [words.slice(0, i).join(' '), words.slice(i).join(' ')];
    stages.push(prefixStage(head, tail), prefixStage(tail, head));
  }
  stages.push(prefixStage(words.join(' '), ''));
  if (key === '') return stages;
  stages.push(prefixStage('', words.join(' ')));
  stages.push(
    inexactStage(words.map((word) => sql<SqlBool>`${users.ref('name_forms')} && ${wordForms(word)}::text[]`)),
  );
  if (words.every((word) => [...word].length >= MIN_SUBSTRING_LENGTH)) {
    const name = sql<string>`(${users.ref('first_key')} || ' ' || ${users.ref('last_key')})`;
    stages.push(inexactStage(words.map((word) => users(name, 'like', `%${word.replace(/[\\%_]/g, '\\$&')}%`))));
  }
  return stages;
}

/** Names that start with these prefixes. Ranges instead of LIKE, because prepared plans use no index for LIKE. */
function prefixStage(first: string, last: string): SearchStage {
  return {
    match: users.and([...prefixRange('first_key', first), ...prefixRange('last_key', last)]),
    order: first === '' && last !== '' ? BY_LAST : BY_FIRST,
    inexact: false,
  };
}

function prefixRange(column: 'first_key' | 'last_key', prefix: string): Expression<SqlBool>[] {
  // The columns are compared byte by byte, and U+10FFFF is the highest code point in UTF-8.
  return prefix === '' ? [] : [users(column, '>=', prefix), users(column, '<', `${prefix}\u{10ffff}`)];
}

function inexactStage(matches: Expression<SqlBool>[]): SearchStage {
  return { match: users.and(matches), order: BY_FIRST, inexact: true };
}

/** Who does not want to be found by strangers is found by those who are connected with them. */
function isFoundBy(callerId: string): Expression<SqlBool> {
  return sql<SqlBool>`(${users.ref('users.show_in_search')} or exists (
    select 1 from connections c
    where c.user_lo = least(users.id, ${callerId}::uuid) and c.user_hi = greatest(users.id, ${callerId}::uuid)
      and c.status = 'accepted'))`;
}

/**
 * People of one stage that are not in an earlier stage, in the order of the stage.
 * @param after the last person of the previous page
 */
export function findInStage(
  db: Db,
  callerId: string,
  stages: readonly SearchStage[],
  index: number,
  after: After | null,
  limit: number,
): Promise<FoundRow[]> {
  const stage = stages[index] as SearchStage;
  const earlier = stages.slice(0, index).map(({ match }) => match);
  const found = db
    .selectFrom('users')
    .select([...PERSON_COLUMNS, 'first_key', 'last_key'])
    .where('users.id', '<>', callerId)
    .where(isFoundBy(callerId))
    .where(isReachable('users.id', callerId))
    .where(stage.match)
    .$if(earlier.length > 0, (query) => query.where(users.not(users.or(earlier))))
    .$if(stage.inexact, (query) => query.limit(MAX_INEXACT))
    .as('found');
  return db
    .selectFrom(found)
    .selectAll()
    .$if(after !== null, (query) =>
      query.where((eb) => {
        const { first_key, last_key, id } = after as After;
        return stage.order === BY_FIRST
          ? eb(eb.refTuple('first_key', 'last_key', 'id'), '>', eb.tuple(first_key, last_key, id))
          : eb(eb.refTuple('last_key', 'first_key', 'id'), '>', eb.tuple(last_key, first_key, id));
      }),
    )
    .orderBy(stage.order[0])
    .orderBy(stage.order[1])
    .orderBy('id')
    .limit(limit)
    .execute();
}
