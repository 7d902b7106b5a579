import { type Kysely, sql } from 'kysely';

/** Notes of a video for its owner: one list, initially with the note about silent sound. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos add column notes jsonb not null default '[]';
    update videos set notes = '[{"kind": "silent", "seconds": null}]' where silent;
    alter table videos drop column silent;
  `.execute(db);
}
