import type { SitePrompt } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { inDisplayOrder, isUsed } from './prompts.queries.ts';

/** The ids of the prompts that come with a release are below (migration 0078). */
const FIRST_OWN_ID = 1_000_000;

/** After those of the category that come with a release. */
const OWN_POSITION = 1_000_000;

const COLUMNS = [
  'prompts.id',
  'prompts.prompt',
  'prompts.category',
  'prompts.hidden',
  sql<boolean>`prompts.id >= ${sql.lit(FIRST_OWN_ID)}`.as('own'),
] as const;

/** All listed prompts, with the hidden ones. */
export function listSitePrompts(db: Db): Promise<SitePrompt[]> {
  return inDisplayOrder(db).select(COLUMNS).execute();
}

/** A listed prompt, and whether something uses it. Nothing can begin to use it before the end of the transaction. */
export function lockSitePrompt(tx: Tx, promptId: number) {
  return tx
    .selectFrom('prompts')
    .select(COLUMNS)
    .select(isUsed.as('is_used'))
    .where('id', '=', promptId)
    .where('listed', '=', true)
    .forUpdate()
    .executeTakeFirst();
}

export function insertSitePrompt(tx: Tx, prompt: Pick<SitePrompt, 'prompt' | 'category' | 'hidden'>) {
  return tx
    .insertInto('prompts')
    .values({ ...prompt, position: OWN_POSITION })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export function updateSitePrompt(tx: Tx, id: number, change: Partial<Pick<SitePrompt, 'prompt' | 'hidden'>>) {
  return tx.updateTable('prompts').set(change).where('id', '=', id).returning(COLUMNS).executeTakeFirstOrThrow();
}
