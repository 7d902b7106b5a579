import { type Kysely, sql } from 'kysely';

/** Site owners, who may register, and what site owners can change about a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      -- null unless they are a site owner
      add column site_owner_since timestamptz,
      -- null unless a site owner has turned the account off
      add column disabled_at timestamptz,
      -- bytes; null for the quota of the installation
      add column quota_bytes bigint check (quota_bytes > 0),
      -- the invitation that they have registered with
      add column invitation_id uuid references invitations (id) on delete set null;
    create index users_invitation on users (invitation_id) where invitation_id is not null;

    -- the one-time link for the first site owner; at most one row is unused
    create table owner_codes (
      id uuid primary key,
      code_hash bytea not null unique,
      created_at timestamptz not null default now(),
      used_at timestamptz,
      used_by uuid references users (id) on delete set null
    );
    create unique index owner_codes_unused on owner_codes ((true)) where used_at is null;

    -- the site owners' settings; always one row
    create table site_settings (
      id boolean primary key default true check (id),
      -- null for the default
      registration text check (registration in ('open', 'invited', 'closed'))
    );
    insert into site_settings default values;

    -- An invitation of a site owner is to the site, by mail or as a link, for one or more people.
    alter table invitations
      alter column email drop not null,
      alter column relationship drop not null,
      add column max_people integer check (max_people between 1 and 1000),
      add check (max_people is not null or (email is not null and relationship is not null)),
      add check (max_people is null or video_id is null);
    drop index invitations_once;
    create unique index invitations_once on invitations (owner_id, video_id, email) nulls not distinct
      where revoked_at is null and email is not null;
  `.execute(db);
}
