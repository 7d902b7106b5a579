import { type Kysely, sql } from 'kysely';

/**
 * Archives for stewards, cancelled requests that an owner has not read, and invitations whose mail waits until a video
 * opens.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table archives
      -- null: the person's own data
      add column steward_row_id uuid references stewards (id) on delete cascade,
      drop constraint archives_user_id_key,
      -- one of their own, and one for each person as a steward
      add constraint archives_once unique nulls not distinct (user_id, steward_row_id);
    create index archives_steward on archives (steward_row_id) where steward_row_id is not null;

    alter table stewards
      -- a sign of life has cancelled a request, and the owner has not read it
      add column stop_unread boolean not null default false,
      -- since when the cancelled stewardship had been active; null if it was still waiting
      add column stopped_started_at timestamptz;

    -- null: the mail waits until the video opens
    alter table invitations add column mailed_at timestamptz;
    update invitations set mailed_at = created_at;
  `.execute(db);
}
