import { type Kysely, sql } from 'kysely';

/** Link previews for people without an account, and when a person first redeemed a link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos add column thumbhash bytea;
    -- ready videos without a thumbhash
    create index videos_thumbhash on videos (id) where thumbhash is null and status = 'ready';
    alter table users add column show_on_links boolean not null default true;
    alter table link_redemptions add column created_at timestamptz not null default now();
    update link_redemptions set created_at = last_visit_at;
  `.execute(db);
}
