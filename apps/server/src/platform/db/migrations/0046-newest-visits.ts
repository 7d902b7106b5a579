import { type Kysely, sql } from 'kysely';

/** The newest visitors of a link without sorting all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index link_redemptions_newest on link_redemptions (link_id, last_visit_at desc);
  `.execute(db);
}
