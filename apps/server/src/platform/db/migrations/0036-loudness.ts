import { type Kysely, sql } from 'kysely';

/** Loudness of each video, for equal loudness in the player. A job measures existing videos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      add column sound_measured boolean not null default false,
      -- EBU R128; all are null without sound
      add column loudness_lufs real,
      add column loudness_range_lu real,
      add column true_peak_db real,
      add constraint videos_loudness check (
        num_nulls(loudness_lufs, loudness_range_lu, true_peak_db) in (0, 3) and (sound_measured or loudness_lufs is null)
      );
  `.execute(db);
}
