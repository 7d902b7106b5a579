import { type Kysely, sql } from 'kysely';

/** Blocks. Neither of the two sees the other, whoever made the block. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table blocks (
      blocker_id uuid not null references users (id) on delete cascade,
      blocked_id uuid not null references users (id) on delete cascade,
      created_at timestamptz not null default now(),
      primary key (blocker_id, blocked_id),
      check (blocker_id <> blocked_id)
    );
    -- cascading deletes of a person
    create index blocks_blocked on blocks (blocked_id);
    -- a person's list
    create index blocks_newest on blocks (blocker_id, created_at desc, blocked_id desc);
  `.execute(db);
}
