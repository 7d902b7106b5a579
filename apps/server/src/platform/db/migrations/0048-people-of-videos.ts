import { type Kysely, sql } from 'kysely';

/**
 * Indexes for the people whom a permission lets in, without reading other connections or the table, and for the videos
 * that one owner has shared with one person, newest video first. The second replaces the index of the two people.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index connections_lo_people on connections (user_lo, relationship, user_hi)
      where status = 'accepted' and asked_relationship is distinct from 'friend';
    create index connections_hi_people on connections (user_hi, relationship, user_lo)
      where status = 'accepted' and asked_relationship is distinct from 'friend';
    create index shares_recipient_videos on shares (recipient_id, owner_id, video_created_at desc, video_id desc);
    drop index shares_recipient_owner;
  `.execute(db);
}
