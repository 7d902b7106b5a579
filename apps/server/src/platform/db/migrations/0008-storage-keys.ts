import { type Kysely, sql } from 'kysely';

/** Columns with storage keys get their own type, so that a check can find them all (platform/db/stored-objects.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create domain storage_key as text;
    alter table video_files alter column key type storage_key;
    alter table renditions alter column key type storage_key;
    alter table previews alter column key type storage_key;
    alter table users alter column photo_key type storage_key;
    -- the sweep looks photos up by their key
    create unique index users_photo_key on users (photo_key) where photo_key is not null;
  `.execute(db);
}
