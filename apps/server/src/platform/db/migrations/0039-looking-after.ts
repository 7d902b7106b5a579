import { type Kysely, sql } from 'kysely';

/**
 * Archives of the videos that a steward looks after, what an owner reads after they were said to be away, and invitations
 * whose mail waits until a video opens.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table archives
      -- null: everything of the person's own
      add column steward_row_id uuid references stewards (id) on delete cascade,
      drop constraint archives_user_id_key,
      -- one of their own, and one for each person whose videos they look after
      add constraint archives_once unique nulls not distinct (user_id, steward_row_id);
    create index archives_steward on archives (steward_row_id) where steward_row_id is not null;

    alter table stewards
      -- a sign of life has ended a request, and the owner has not read of it
      add column stop_unread boolean not null default false,
      -- since when they had looked after the videos then; null if they still waited
      add column stopped_started_at timestamptz;

    -- null: the mail waits until the video opens
    alter table invitations add column mailed_at timestamptz;
    update invitations set mailed_at = created_at;
  `.execute(db);
}
