import { type Kysely, sql } from 'kysely';

/** Early chunks of an unfinished upload. They belong to the upload until it is published. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table splits
      alter column video_id drop not null,
      add column upload_id uuid unique references uploads (id) on delete cascade,
      add constraint splits_of_video_or_upload check (num_nonnulls(video_id, upload_id) = 1);
    alter table pieces alter column video_id drop not null;
  `.execute(db);
}
