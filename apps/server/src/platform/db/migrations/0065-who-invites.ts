import { type Kysely, sql } from 'kysely';

/** The site owners' setting of who may invite new people: everyone, or only site owners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table site_settings add column inviting text not null default 'everyone' check (inviting in ('everyone', 'owners'));
  `.execute(db);
}
