import { type Kysely, sql } from 'kysely';

/** Invitations by mail, with or without a video. Expired ones are deleted by the sweep. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitations (
      id uuid primary key,
      owner_id uuid not null references users (id) on delete cascade,
      video_id uuid,
      -- lower case
      email text not null,
      relationship text not null check (relationship in ('friend', 'family')),
      message text not null default '',
      code_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      accepted_at timestamptz,
      accepted_by uuid references users (id) on delete set null,
      foreign key (video_id, owner_id) references videos (id, owner_id) on delete cascade
    );
    -- one mail per video and address
    create unique index invitations_once on invitations (owner_id, video_id, email) nulls not distinct
      where revoked_at is null;
    -- the limits of a sender
    create index invitations_owner on invitations (owner_id, created_at desc);
    create index invitations_accepted_by on invitations (accepted_by) where accepted_by is not null;
    create index invitations_video on invitations (video_id);
    -- the sweep
    create index invitations_expired on invitations (expires_at);
  `.execute(db);
}
