import { type Kysely, sql } from 'kysely';

/** Push subscriptions of devices (Web Push). Deleted with the person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_subscriptions (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      -- the session in which the app was last opened there
      sid text,
      epoch integer,
      issued_at timestamptz not null default now(),
      created_at timestamptz not null default now()
    );
    create index push_subscriptions_user on push_subscriptions (user_id, created_at);
  `.execute(db);
}
