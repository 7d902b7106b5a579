import { type RawBuilder, sql } from 'kysely';
import { builtQuery, type Given } from '../../platform/db/built-query.ts';
import { wordForms } from '../profile/name-keys.table.ts';
import { PERSON_COLUMNS, type PersonRow } from '../profile/profile.table.ts';
import { isReachable } from '../visibility/blocking.policy.ts';

/** Maximum number of words of a search text; more are ignored. */
const MAX_WORDS = 6;

/** Minimum word length for substring search; the trigram index needs three characters. */
const MIN_SUBSTRING_LENGTH = 3;

/** Maximum number of results of an inexact stage; a longer search text gives better results than more of them. */
const MAX_INEXACT = 200;

type NameOrder = readonly ['first_key', 'last_key'] | readonly ['last_key', 'first_key'];
const BY_FIRST: NameOrder = ['first_key', 'last_key'];
const BY_LAST: NameOrder = ['last_key', 'first_key'];

/** One kind of match. A search lists the results of the first stage, then those of the next ones. */
interface SearchStage {
  match: RawBuilder<boolean>;
  order: NameOrder;
  /** No index has this order, so a limited number of rows is read and then sorted. */
  inexact: boolean;
}

/** A found person, with the number of the stage and the sort columns. */
export type FoundRow = PersonRow & { stage: number; first_key: string; last_key: string };

/** The last person of a page. */
export type After = Pick<FoundRow, 'stage' | 'first_key' | 'last_key' | 'id'>;

export interface Search {
  callerId: string;
  /** Normalized by nameKey(); empty matches everybody. */
  key: string;
  after: After | null;
  limit: number;
}

const SELECTED = sql.join(PERSON_COLUMNS.map((column) => sql.ref(column)));

const wordsOf = ({ key }: Search) => key.split(' ', MAX_WORDS);

/**
 * People by name in the order of the stages, without duplicates: names that start with the text, names with a word that
 * differs by one letter, names that contain the text. One statement; PostgreSQL executes a stage only if the previous
 * ones have not filled the page.
 */
export const findPeople = builtQuery<Search, Shape, FoundRow>({
  shape: shapeOf,
  build(db, shape, given) {
    const stages = stagesOf(shape, given);
    const caller = given(({ callerId }) => callerId);
    const queries = stages.map((_, index) => stageQuery({ stages, index, shape, given, caller })).slice(shape.start);
    // A cursor of another search may point behind the last stage of this one.
    const found = queries.length > 0 ? sql.join(queries, sql` union all `) : sql`select null limit 0`;
    return sql<FoundRow>`select * from (${found}) found limit ${sql.lit(shape.limit)}`.compile(db);
  },
});

type Shape = ReturnType<typeof shapeOf>;

function shapeOf(search: Search) {
  const words = wordsOf(search);
  return {
    words: search.key === '' ? 0 : words.length,
    hasSubstrings: words.every((word) => [...word].length >= MIN_SUBSTRING_LENGTH),
    start: search.after?.stage ?? 0,
    goesOn: search.after !== null,
    limit: search.limit,
  };
}

/** The stages of a search, depending on its number of words. */
function stagesOf({ words, hasSubstrings }: Shape, given: Given<Search>): SearchStage[] {
  if (words === 0) return [{ match: sql`true`, order: BY_FIRST, inexact: false }];
  const text = (from: number, to?: number) => (search: Search) => wordsOf(search).slice(from, to).join(' ');
  const each = (match: (index: number) => RawBuilder<boolean>): SearchStage => {
    const matches = Array.from({ length: words }, (_, index) => match(index));
    return { match: sql`(${sql.join(matches, sql` and `)})`, order: BY_FIRST, inexact: true };
  };
  const startsWith = (column: 'first_key' | 'last_key', prefix: (search: Search) => string) =>
    prefixRange(column, prefix, given);
  const stages: SearchStage[] = [];
  for (let i = 1; i < words; i++) {
    const [head, tail] = [text(0, i), text(i)];
    stages.push(
      exactStage(startsWith('first_key', head), startsWith('last_key', tail)),
      exactStage(startsWith('first_key', tail), startsWith('last_key', head)),
    );
  }
  stages.push(exactStage(startsWith('first_key', text(0))));
  stages.push({ ...exactStage(startsWith('last_key', text(0))), order: BY_LAST });
  stages.push(
    each((index) => {
      const forms = given((search) => wordForms(wordsOf(search)[index] ?? ''));
      return sql`(name_forms && ${hidden(sql`${forms}::text[]`)})`;
    }),
  );
  if (hasSubstrings) {
    stages.push(
      each((index) => {
        const pattern = given((search: Search) => `%${(wordsOf(search)[index] ?? '').replace(/[\\%_]/g, '\\$&')}%`);
        return sql`((first_key || ' ' || last_key) like ${hidden(sql`${pattern}::text`)})`;
      }),
    );
  }
  return stages;
}

const exactStage = (...matches: RawBuilder<boolean>[]): SearchStage => ({
  match: sql`(${sql.join(matches, sql` and `)})`,
  order: BY_FIRST,
  inexact: false,
});

/** Names that start with a prefix. A range instead of LIKE, because generic plans use no index for LIKE. */
function prefixRange(
  column: 'first_key' | 'last_key',
  prefix: (search: Search) => string,
  given: Given<Search>,
): RawBuilder<boolean> {
  // The collation is by bytes, and U+10FFFF is the highest code point in UTF-8.
  const [from, to] = [given(prefix), given((search) => `${prefix(search)}\u{10ffff}`)];
  return sql`(${sql.ref(column)} >= ${hidden(sql`${from}::text`)} and ${sql.ref(column)} < ${hidden(sql`${to}::text`)})`;
}

/**
 * Hides a value from the planner. Otherwise a custom plan would seem cheaper than the generic plan, and PostgreSQL
 * would plan each time, which takes longer than the search.
 */
const hidden = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`(select ${value})`;

/**
 * Condition: the caller may find this person. People who have turned off `show_in_search` are only found by their
 * connections. The offset forces an index look-up per person; otherwise PostgreSQL could read all connections first.
 */
function mayBeFoundBy(caller: RawBuilder<string>): RawBuilder<boolean> {
  return sql`users.id <> ${caller} and (users.show_in_search or exists (
    select 1 from connections c
    where c.user_lo = least(users.id, ${caller}::uuid) and c.user_hi = greatest(users.id, ${caller}::uuid)
      and c.status = 'accepted' offset 0)) and ${isReachable('users.id', caller)}`;
}

/** People of one stage who are not in an earlier stage, in the order of the stage. */
function stageQuery({
  stages,
  index,
  shape: { start, goesOn, limit },
  given,
  caller,
}: {
  stages: readonly SearchStage[];
  index: number;
  shape: Shape;
  given: Given<Search>;
  caller: RawBuilder<string>;
}): RawBuilder<unknown> {
  const { match, order, inexact } = stages[index] as SearchStage;
  // `is not true` instead of `not`, for which PostgreSQL would look up all other names in an index.
  const earlier = stages.slice(0, index).map((stage) => sql`and ${stage.match} is not true`);
  const sorted = sql.join([...order, 'id'].map((column) => sql.ref(column)));
  const last = [...order, 'id' as const].map((column) => given((search) => search.after?.[column]));
  const after = goesOn && index === start ? sql`where (${sorted}) > (${sql.join(last)})` : sql``;
  return sql`(
    select ${sql.lit(index)}::int as stage, found.* from (
      select ${SELECTED}, first_key, last_key
      from users
      where ${mayBeFoundBy(caller)} and ${match} ${sql.join(earlier, sql` `)}
      ${inexact ? sql`limit ${sql.lit(MAX_INEXACT)}` : sql``}
    ) found ${after}
    order by ${sorted} limit ${sql.lit(limit)})`;
}
