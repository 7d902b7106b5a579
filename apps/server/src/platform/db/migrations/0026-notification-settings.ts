import { type Kysely, sql } from 'kysely';

/**
 * Allows settings for any kind of notification. The list of kinds here was not updated with new ones; the contract has
 * it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification_settings drop constraint notification_settings_kind_check`.execute(db);
}
