import { type Kysely, sql } from 'kysely';

/** The part of a video that its owner keeps: what is delivered is made of it alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      add column trim_start_ms integer check (trim_start_ms >= 0),
      add column trim_end_ms integer,
      -- length of all of it; known since it was trimmed for the first time
      add column whole_ms integer,
      add constraint videos_trim check (
        (trim_start_ms is null) = (trim_end_ms is null)
        and (trim_start_ms is null or (whole_ms is not null and trim_end_ms <= whole_ms and trim_start_ms < trim_end_ms)));
  `.execute(db);
}
