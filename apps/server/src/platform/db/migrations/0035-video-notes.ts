import { type Kysely, sql } from 'kysely';

/** What the owner of a video should know about it: one list, which begins with what was known about its sound. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos add column notes jsonb not null default '[]';
    update videos set notes = '[{"kind": "silent", "seconds": null}]' where silent;
    alter table videos drop column silent;
  `.execute(db);
}
