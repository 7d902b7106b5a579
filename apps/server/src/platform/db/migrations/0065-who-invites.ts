import { type Kysely, sql } from 'kysely';

/** Site owners set who may let new people in: everyone with an account, or they alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table site_settings add column inviting text not null default 'everyone' check (inviting in ('everyone', 'owners'));
  `.execute(db);
}
