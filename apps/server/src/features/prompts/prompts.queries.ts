import type { Prompt } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { isWaiting } from '../visibility/question.policy.ts';

/** The category of prompts that are not listed. */
const OWN_CATEGORY = 'Own words';

/** Days for which a prompt that nothing uses is kept: a recording of it may still be on a device. */
const UNUSED_DAYS = 60;

const COLUMNS = ['prompts.id', 'prompts.prompt', 'prompts.category'] as const;

/** Condition on `prompts`: something uses it. */
export const isUsed = sql<boolean>`(
  exists (select from questions where prompt_id = prompts.id)
  or exists (select from videos where prompt_id = prompts.id)
  or exists (select from activity where prompt_id = prompts.id)
  or exists (select from notifications where gone_prompt_id = prompts.id))`;

/** The listed prompts by category. In each, those of site owners are last. */
export function inDisplayOrder(db: Db) {
  return db
    .selectFrom('prompts')
    .where('listed', '=', true)
    .orderBy(sql`min(position) over (partition by category)`)
    .orderBy('position')
    .orderBy('id');
}

/** The prompts that people can choose, in display order; there are few more than 90. */
export function listPrompts(db: Db): Promise<Prompt[]> {
  return inDisplayOrder(db).select(COLUMNS).where('hidden', '=', false).execute();
}

export function insertOwn(db: Db, words: string, makerId: string): Promise<Prompt> {
  return db
    .insertInto('prompts')
    .values({ prompt: words, category: OWN_CATEGORY, position: 0, listed: false, maker_id: makerId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/**
 * The prompt, if this person may answer it with a video: a listed one, one of a question that waits for them, one in
 * their own words, or the one of a video of theirs.
 */
export function findAnswerable(db: Db, promptId: number, personId: string): Promise<Prompt | undefined> {
  return db
    .selectFrom('prompts')
    .select(COLUMNS)
    .where('id', '=', promptId)
    .where(
      sql<boolean>`(prompts.listed or prompts.maker_id = ${personId}
        or exists (select from questions q where q.prompt_id = prompts.id and q.person_id = ${personId} and ${isWaiting})
        or exists (select from videos v where v.prompt_id = prompts.id and v.owner_id = ${personId}))`,
    )
    .executeTakeFirst();
}

/** Deletes prompts in people's own words that nothing uses. */
export async function deleteUnused(db: Db): Promise<void> {
  await sql`
    delete from prompts
    where not listed and made_at < now() - make_interval(days => ${sql.lit(UNUSED_DAYS)}) and not ${isUsed}`.execute(
    db,
  );
}
