import { type Kysely, sql } from 'kysely';

/** Settings of any kind of notification: a list of kinds here was forgotten when there were new ones. The contract has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification_settings drop constraint notification_settings_kind_check`.execute(db);
}
