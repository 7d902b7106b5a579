import { type Kysely, sql } from 'kysely';

/** The first schema. Each index has a comment with the query it is for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists pg_trgm;

    create table users (
      id uuid primary key,
      issuer text not null,
      subject text not null,
      email text not null,
      first_name text not null,
      last_name text not null,
      first_key text collate "C" not null,
      last_key text collate "C" not null,
      city text not null,
      state text not null,
      country text not null,
      birthday date not null,
      banner text,
      photo_key text,
      about_me text not null default '',
      created_at timestamptz not null default now(),
      constraint users_identity_unique unique (issuer, subject)
    );
    create unique index users_email_unique on users (lower(email));
    -- search by prefix of either name, and paging by name
    create index users_first_last on users (first_key, last_key, id);
    create index users_last_first on users (last_key, first_key, id);
    -- search by substring
    create index users_name_trgm on users using gin ((first_key || ' ' || last_key) gin_trgm_ops);

    create table prompts (
      id integer primary key,
      prompt text not null,
      category text not null,
      position integer not null
    );

    create table videos (
      id uuid primary key,
      owner_id uuid not null references users (id) on delete cascade,
      prompt_id integer not null references prompts (id),
      permission text not null check (permission in ('everyone', 'friend', 'family', 'invite-only')),
      status text not null default 'processing' check (status in ('processing', 'ready', 'failed')),
      status_reason text,
      progress smallint not null default 0 check (progress between 0 and 100),
      duration_ms integer,
      width integer,
      height integer,
      created_at timestamptz not null default now(),
      constraint videos_id_owner unique (id, owner_id)
    );
    -- the owner's list, and Shared By Me
    create index videos_owner on videos (owner_id, created_at desc, id desc);
    -- an owner's videos by permission, for the visibility query
    create index videos_owner_permission on videos (owner_id, permission, created_at desc, id desc) where status = 'ready';

    create table video_files (
      video_id uuid not null references videos (id) on delete cascade,
      kind text not null check (kind in ('original', 'playback', 'poster')),
      key text not null unique,
      content_type text not null,
      size bigint not null check (size >= 0),
      sha256 text not null,
      name text,
      primary key (video_id, kind)
    );

    create table upload_reservations (
      id uuid primary key,
      owner_id uuid not null references users (id) on delete cascade,
      bytes bigint not null check (bytes >= 0),
      expires_at timestamptz not null
    );
    create index upload_reservations_owner on upload_reservations (owner_id);

    create table shares (
      video_id uuid not null,
      recipient_id uuid not null references users (id) on delete cascade,
      owner_id uuid not null,
      created_at timestamptz not null default now(),
      primary key (video_id, recipient_id),
      foreign key (video_id, owner_id) references videos (id, owner_id) on delete cascade,
      check (recipient_id <> owner_id)
    );
    -- Shared With Me
    create index shares_recipient on shares (recipient_id, created_at desc, video_id desc);
    -- shares between two people: for the visibility query, and when a connection ends
    create index shares_recipient_owner on shares (recipient_id, owner_id);

    create table short_links (
      id uuid primary key,
      video_id uuid not null,
      owner_id uuid not null,
      code_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz,
      foreign key (video_id, owner_id) references videos (id, owner_id) on delete cascade
    );
    create index short_links_video on short_links (video_id);
    -- at most one active link without expiry per video: the dialog shows it again (SHARE-05)
    create unique index short_links_standing on short_links (video_id) where expires_at is null and revoked_at is null;

    create table link_redemptions (
      link_id uuid not null references short_links (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      last_visit_at timestamptz not null default now(),
      primary key (link_id, user_id)
    );
    create index link_redemptions_user on link_redemptions (user_id, link_id);

    create table connections (
      id uuid not null unique,
      user_lo uuid not null references users (id) on delete cascade,
      user_hi uuid not null references users (id) on delete cascade,
      requester_id uuid not null,
      addressee_id uuid not null generated always as (case when requester_id = user_lo then user_hi else user_lo end) stored,
      relationship text not null check (relationship in ('friend', 'family')),
      status text not null check (status in ('pending', 'accepted')),
      created_at timestamptz not null default now(),
      accepted_at timestamptz,
      primary key (user_lo, user_hi),
      check (user_lo < user_hi),
      check (requester_id in (user_lo, user_hi))
    );
    -- the two halves of a person's list
    create index connections_lo on connections (user_lo, created_at desc, id desc);
    create index connections_hi on connections (user_hi, created_at desc, id desc);
    -- pending requests to a person
    create index connections_pending on connections (addressee_id, created_at desc, id desc) where status = 'pending';
  `.execute(db);
}
