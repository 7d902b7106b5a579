import { type Kysely, sql } from 'kysely';

/**
 * Lets one transaction give a video, and the rows that name the video and its owner, to another person (`people join`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shares alter constraint shares_video_id_owner_id_fkey deferrable;
    alter table short_links alter constraint short_links_video_id_owner_id_fkey deferrable;
    alter table invitations alter constraint invitations_video_id_owner_id_fkey deferrable;
    alter table notifications alter constraint notifications_video_id_share_recipient_id_fkey deferrable;
  `.execute(db);
}
