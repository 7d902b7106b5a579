import { type Kysely, sql } from 'kysely';

/** Which site owner made a change, for the site owners' audit log; and the reminders before an account is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- how many reminders were sent since the deletion was requested
    alter table users add column deletion_reminders integer not null default 0;

    -- As before, and: in the site owners' log the other person is the one who acted, unless it is the person
    -- themselves. The transaction sets who it is (platform/db/actor.ts).
    create or replace function add_activity(
      what text, concerned uuid, other uuid default null, video uuid default null, detail text default null,
      for_site_owners boolean default false
    ) returns void language sql as $function$
      insert into activity (kind, user_id, other_id, prompt_id, detail, for_site_owners)
      select what, concerned,
        case when for_site_owners then
          (select id from users where id = nullif(current_setting('kinreel.actor', true), '')::uuid and id is distinct from concerned)
        else other end,
        (select prompt_id from videos where id = video), detail, for_site_owners
      where (concerned is null or exists (select from users where id = concerned))
        and (other is null or exists (select from users where id = other))
        and (video is null or exists (select from videos where id = video))
    $function$;
  `.execute(db);
}
