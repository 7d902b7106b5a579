import { type Kysely, sql } from 'kysely';

/**
 * People are found by provider and subject. The bundled identity service gets the constant name `kinreel` instead of
 * its address, which cut everybody off when it changed. If an account has profiles of two addresses, the oldest is
 * used. A younger one without own data is deleted; another one keeps its old name, and the start reports it. The
 * address is stored, to detect a change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users rename column issuer to provider;
    alter table session_ends rename column issuer to provider;

    alter table site_settings add column address text;
    update site_settings set address = (
      select regexp_replace(provider, '/identity/$', '') from users
      where provider ~ '^https?://.*/identity/$' order by created_at desc limit 1
    );

    create temporary table other_profiles on commit drop as
      select younger.id from users younger
      where younger.provider ~ '^https?://.*/identity/$' and exists (
        select from users older
        where older.subject = younger.subject and older.provider ~ '^https?://.*/identity/$'
          and (older.created_at, older.id) < (younger.created_at, younger.id)
      );
    delete from users using other_profiles
    where users.id = other_profiles.id
      and not exists (select from videos where owner_id = users.id)
      and not exists (select from uploads where owner_id = users.id)
      and not exists (select from shares where recipient_id = users.id)
      and not exists (select from connections where users.id in (user_lo, user_hi))
      and not exists (select from stewards where users.id in (owner_id, steward_id))
      and not exists (select from invitations where owner_id = users.id)
      and site_owner_since is null;

    update users set provider = 'kinreel'
    where provider ~ '^https?://.*/identity/$' and id not in (select id from other_profiles);
    -- The same end may be stored for two addresses: the later one is used.
    delete from session_ends older using session_ends newer
    where older.subject = newer.subject and older.sid = newer.sid
      and older.provider ~ '^https?://.*/identity/$' and newer.provider ~ '^https?://.*/identity/$'
      and (older.ended_at, older.provider) < (newer.ended_at, newer.provider);
    update session_ends set provider = 'kinreel' where provider ~ '^https?://.*/identity/$';
  `.execute(db);
}
