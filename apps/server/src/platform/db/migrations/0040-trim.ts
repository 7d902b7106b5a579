import { type Kysely, sql } from 'kysely';

/** The trim of a video: all delivered files are made from this range. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      add column trim_start_ms integer check (trim_start_ms >= 0),
      add column trim_end_ms integer,
      -- length of the whole video; known since its first trim
      add column whole_ms integer,
      add constraint videos_trim check (
        (trim_start_ms is null) = (trim_end_ms is null)
        and (trim_start_ms is null or (whole_ms is not null and trim_end_ms <= whole_ms and trim_start_ms < trim_end_ms)));
  `.execute(db);
}
