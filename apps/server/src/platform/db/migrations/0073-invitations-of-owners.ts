import { type Kysely, sql } from 'kysely';

/**
 * Which invitations to register were made by a site owner, so that current site owners also see those of former ones.
 * And audit log entries for changes of who may invite.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table invitations add column by_site_owner boolean not null default false;
    update invitations set by_site_owner = true
    where max_people is not null
      and (relationship is null or owner_id in (select id from users where site_owner_since is not null));

    create function activity_of_inviting() returns trigger language plpgsql as $function$
    begin
      perform add_activity('inviting-changed', null, detail => new.inviting, for_site_owners => true);
      return null;
    end $function$;
    create trigger activity_inviting after update of inviting on site_settings
      for each row when (old.inviting is distinct from new.inviting) execute function activity_of_inviting();
  `.execute(db);
}
