import { type Kysely, sql } from 'kysely';

/** HDR renditions, in addition to those for every screen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table renditions
      add column video_range text not null default 'SDR' check (video_range in ('SDR', 'PQ', 'HLG'));
    create unique index renditions_high_range on renditions (video_id) where video_range <> 'SDR';
  `.execute(db);
}
