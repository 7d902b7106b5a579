import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** All migrations, in order. Released ones must never change. */
export const migrations: Record<string, Migration> = {
  '0001-start': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table identity.users (
          id text primary key,
          email text not null unique check (email = lower(email)),
          email_verified boolean not null default false,
          password_hash text not null,
          user_metadata jsonb not null default '{}',
          created_at timestamptz not null,
          updated_at timestamptz not null
        );
        create table identity.sessions (
          token_hash text primary key,
          user_id text not null references identity.users on delete cascade,
          created_at timestamptz not null,
          seen_at timestamptz not null
        );
        create index on identity.sessions (user_id);
        create table identity.login_tickets (
          ticket_hash text primary key,
          binding_hash text not null,
          user_id text not null references identity.users on delete cascade,
          expires_at timestamptz not null
        );
        create index on identity.login_tickets (user_id);
        create table identity.authorization_codes (
          code_hash text primary key,
          user_id text not null references identity.users on delete cascade,
          redirect_uri text not null,
          code_challenge text not null,
          scope text not null,
          nonce text,
          expires_at timestamptz not null
        );
        create index on identity.authorization_codes (user_id);
        create table identity.reset_tokens (
          token_hash text primary key,
          user_id text not null references identity.users on delete cascade,
          expires_at timestamptz not null
        );
        create index on identity.reset_tokens (user_id);
        create table identity.signing_keys (
          kid text primary key,
          public_jwk jsonb not null,
          sealed_private_key bytea not null,
          active_from timestamptz not null
        );
        create table identity.rate_limits (
          key varchar(255) primary key,
          points integer not null default 0,
          expire bigint
        );
      `.execute(db);
    },
  },
  '0002-verification': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table identity.verification_tokens (
          token_hash text primary key,
          user_id text not null references identity.users on delete cascade,
          expires_at timestamptz not null
        );
        create index on identity.verification_tokens (user_id);
        create index on identity.verification_tokens (expires_at);
      `.execute(db);
    },
  },
  '0003-session-ids': {
    async up(db: Kysely<unknown>) {
      await sql`
        alter table identity.users add column epoch integer not null default 0;
        alter table identity.sessions
          add column id uuid not null unique default gen_random_uuid(),
          add column epoch integer not null default 0,
          add column browser text,
          add column system text;
        alter table identity.authorization_codes
          add column session_id uuid,
          add column epoch integer not null default 0;
        create table identity.logout_notices (
          id bigint generated always as identity primary key,
          user_id text not null,
          session_id uuid,
          epoch integer,
          ended_at timestamptz not null
        );
      `.execute(db);
    },
  },
  '0004-mails': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table identity.mails (
          id uuid primary key,
          kind text not null check (kind in ('reset', 'verification')),
          email text not null,
          state text not null default 'waiting' check (state in ('waiting', 'failed')),
          attempts integer not null default 0,
          created_at timestamptz not null,
          next_attempt_at timestamptz not null,
          last_error text
        );
        create index on identity.mails (next_attempt_at);
      `.execute(db);
    },
  },
  '0005-reset-links-by-hand': {
    async up(db: Kysely<unknown>) {
      await sql`alter table identity.reset_tokens add column by_mail boolean not null default true`.execute(db);
    },
  },
  '0006-address-changes': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table identity.address_changes (
          id uuid primary key,
          user_id text not null references identity.users on delete cascade,
          old_email text not null,
          new_email text not null,
          created_at timestamptz not null,
          expires_at timestamptz not null,
          changed_at timestamptz
        );
        create index on identity.address_changes (user_id);
        create index on identity.address_changes (old_email);
        create table identity.address_links (
          token_hash text primary key,
          change_id uuid not null references identity.address_changes on delete cascade,
          kind text not null check (kind in ('confirm', 'undo'))
        );
        create index on identity.address_links (change_id);
        alter table identity.mails add column change_id uuid references identity.address_changes on delete cascade;
        create index on identity.mails (change_id);
        alter table identity.mails drop constraint mails_kind_check;
        alter table identity.mails add check
          (kind in ('reset', 'verification', 'new-address', 'address-notice', 'password-changed'));
      `.execute(db);
    },
  },
  '0007-activity': {
    async up(db: Kysely<unknown>) {
      // The activity of an account: changes of who can use it. Written by triggers, so that no code can change it
      // without an entry.
      await sql`
        create table identity.activity (
          id uuid primary key default gen_random_uuid(),
          -- milliseconds, as the API server has them: one list shows both
          at timestamptz(3) not null default clock_timestamp(),
          user_id text not null references identity.users on delete cascade,
          kind text not null,
          browser text,
          system text
        );
        create index on identity.activity (user_id, at desc, id desc);
        create index on identity.activity (at);

        create function identity.activity_of_users() returns trigger language plpgsql as $function$
        begin
          if old.password_hash <> new.password_hash then
            insert into identity.activity (user_id, kind) values (new.id, 'password-changed');
          end if;
          if old.email <> new.email then
            insert into identity.activity (user_id, kind) values (new.id, 'address-changed');
          end if;
          if old.epoch <> new.epoch then
            insert into identity.activity (user_id, kind) values (new.id, 'logged-out-everywhere');
          end if;
          return null;
        end $function$;
        create trigger activity after update of password_hash, email, epoch on identity.users
          for each row execute function identity.activity_of_users();

        -- Whether the device was unknown to the account. The default is for existing sessions.
        alter table identity.sessions add column new_device boolean not null default false;
        alter table identity.sessions alter column new_device drop default;
        create function identity.activity_of_sessions() returns trigger language plpgsql as $function$
        begin
          insert into identity.activity (user_id, kind, browser, system)
          values (new.user_id, 'new-device', new.browser, new.system);
          return null;
        end $function$;
        create trigger activity after insert on identity.sessions
          for each row when (new.new_device) execute function identity.activity_of_sessions();

        create function identity.activity_of_reset_tokens() returns trigger language plpgsql as $function$
        begin
          insert into identity.activity (user_id, kind) values (new.user_id, 'reset-link-made');
          return null;
        end $function$;
        create trigger activity after insert on identity.reset_tokens
          for each row when (not new.by_mail) execute function identity.activity_of_reset_tokens();
      `.execute(db);
    },
  },
  '0008-used-codes': {
    async up(db: Kysely<unknown>) {
      await sql`alter table identity.authorization_codes add column used_at timestamptz`.execute(db);
    },
  },
};
