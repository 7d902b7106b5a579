import { type Kysely, sql } from 'kysely';

/**
 * Finds one share of a video by its key alone. When that also needed the table, PostgreSQL could prefer
 * `shares_newest`, which has all columns, and read ten thousand recipients of a video to find one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unique index shares_key on shares (video_id, recipient_id) include (owner_id, created_at);
    alter table notifications drop constraint notifications_video_id_share_recipient_id_fkey;
    alter table shares drop constraint shares_pkey;
    alter table shares add constraint shares_pkey primary key using index shares_key;
    alter table notifications add constraint notifications_video_id_share_recipient_id_fkey
      foreign key (video_id, share_recipient_id) references shares (video_id, recipient_id) on delete cascade;
  `.execute(db);
}
