import { type Kysely, sql } from 'kysely';

/**
 * The audit log: changes of who may see something or use an account. Written by triggers, so that no code can change
 * these tables without an entry, in the same transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table activity (
      id uuid primary key default gen_random_uuid(),
      -- milliseconds, as the identity service has them: one list shows both
      at timestamptz(3) not null default clock_timestamp(),
      -- whom it concerns, and who can read it; null if it is only about the site
      user_id uuid references users (id) on delete cascade,
      -- whether site owners can read it: accounts and registration, never what people share
      for_site_owners boolean not null default false,
      kind text not null,
      -- the other person; null if there is none, or their account was deleted
      other_id uuid references users (id) on delete set null,
      -- the question of the video, which may be deleted
      prompt_id integer references prompts (id),
      -- a permission, relationship or way of registration
      detail text,
      check (user_id is not null or for_site_owners)
    );
    create index activity_person on activity (user_id, at desc, id desc);
    create index activity_site on activity (at desc, id desc) where for_site_owners;
    -- the sweep, and deletes of a person
    create index activity_at on activity (at);
    create index activity_other on activity (other_id) where other_id is not null;

    -- Deletes caused by deleting a person or video are not recorded: the row of that person or video no longer exists.
    create function add_activity(
      what text, concerned uuid, other uuid default null, video uuid default null, detail text default null,
      for_site_owners boolean default false
    ) returns void language sql as $function$
      insert into activity (kind, user_id, other_id, prompt_id, detail, for_site_owners)
      select what, concerned, other, (select prompt_id from videos where id = video), detail, for_site_owners
      where (concerned is null or exists (select from users where id = concerned))
        and (other is null or exists (select from users where id = other))
        and (video is null or exists (select from videos where id = video))
    $function$;

    create function activity_of_videos() returns trigger language plpgsql as $function$
    begin
      perform add_activity('permission-changed', new.owner_id, video => new.id, detail => new.permission);
      return null;
    end $function$;
    create trigger activity after update of permission on videos for each row
      when (old.permission is distinct from new.permission) execute function activity_of_videos();

    create function activity_of_shares() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then perform add_activity('shared', new.owner_id, new.recipient_id, new.video_id);
      else perform add_activity('unshared', old.owner_id, old.recipient_id, old.video_id); end if;
      return null;
    end $function$;
    create trigger activity after insert or delete on shares for each row execute function activity_of_shares();

    -- A link that was only created in advance is not recorded.
    create function activity_of_short_links() returns trigger language plpgsql as $function$
    declare
      was boolean := tg_op <> 'INSERT' and old.asked_at is not null and old.revoked_at is null;
      is_now boolean := tg_op <> 'DELETE' and new.asked_at is not null and new.revoked_at is null;
    begin
      if is_now and not was then perform add_activity('link-made', new.owner_id, video => new.video_id);
      elsif was and not is_now then perform add_activity('link-ended', old.owner_id, video => old.video_id); end if;
      return null;
    end $function$;
    create trigger activity after insert or delete or update of asked_at, revoked_at on short_links
      for each row execute function activity_of_short_links();

    create function activity_of_link_redemptions() returns trigger language plpgsql as $function$
    declare
      visitor uuid := case tg_op when 'INSERT' then new.user_id else old.user_id end;
      opened uuid := case tg_op when 'INSERT' then new.link_id else old.link_id end;
    begin
      perform add_activity(case tg_op when 'INSERT' then 'link-opened' else 'link-closed' end, owner_id, visitor, video_id)
      from short_links where id = opened;
      return null;
    end $function$;
    create trigger activity after insert or delete on link_redemptions
      for each row execute function activity_of_link_redemptions();

    create function activity_of_invitations() returns trigger language plpgsql as $function$
    declare
      what text := case tg_op when 'INSERT' then 'made' else 'ended' end;
    begin
      if new.video_id is null then
        perform add_activity('site-invitation-' || what, new.owner_id, for_site_owners => true);
      else
        perform add_activity('invitation-' || what, new.owner_id, video => new.video_id);
      end if;
      return null;
    end $function$;
    create trigger activity after insert on invitations for each row execute function activity_of_invitations();
    create trigger activity_end after update of revoked_at on invitations for each row
      when (old.revoked_at is null and new.revoked_at is not null) execute function activity_of_invitations();

    create function activity_of_connections() returns trigger language plpgsql as $function$
    declare
      was boolean := tg_op <> 'INSERT' and old.status = 'accepted';
      is_now boolean := tg_op <> 'DELETE' and new.status = 'accepted';
      what text;
      change text;
      lo uuid := case tg_op when 'DELETE' then old.user_lo else new.user_lo end;
      hi uuid := case tg_op when 'DELETE' then old.user_hi else new.user_hi end;
    begin
      if is_now and not was then what := 'connected'; change := new.relationship;
      elsif was and not is_now then what := 'disconnected';
      elsif not is_now then return null;
      elsif old.relationship <> new.relationship then what := 'relationship-changed'; change := new.relationship;
      elsif new.asked_relationship is distinct from old.asked_relationship then
        -- asking to be friends closes the videos for family at once
        what := case when new.asked_relationship is null then 'relationship-stays' else 'relationship-asked' end;
        change := coalesce(new.asked_relationship, new.relationship);
      else return null; end if;
      perform add_activity(what, lo, hi, detail => change);
      perform add_activity(what, hi, lo, detail => change);
      return null;
    end $function$;
    create trigger activity after insert or update or delete on connections
      for each row execute function activity_of_connections();

    -- Only the person who blocks can read it.
    create function activity_of_blocks() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then perform add_activity('blocked', new.blocker_id, new.blocked_id);
      else perform add_activity('unblocked', old.blocker_id, old.blocked_id); end if;
      return null;
    end $function$;
    create trigger activity after insert or delete on blocks for each row execute function activity_of_blocks();

    create function activity_of_users() returns trigger language plpgsql as $function$
    begin
      if (old.disabled_at is null) <> (new.disabled_at is null) then
        perform add_activity(
          case when new.disabled_at is null then 'account-on' else 'account-off' end, new.id, for_site_owners => true);
      end if;
      if (old.delete_at is null) <> (new.delete_at is null) then
        perform add_activity(
          case when new.delete_at is null then 'deletion-called-off' else 'deletion-asked' end, new.id,
          for_site_owners => true);
      end if;
      if (old.site_owner_since is null) <> (new.site_owner_since is null) then
        perform add_activity(
          case when new.site_owner_since is null then 'site-owner-ended' else 'site-owner-made' end, new.id,
          for_site_owners => true);
      end if;
      return null;
    end $function$;
    create trigger activity after update of disabled_at, delete_at, site_owner_since on users
      for each row execute function activity_of_users();

    create function activity_of_deleted_users() returns trigger language plpgsql as $function$
    begin
      perform add_activity('account-deleted', null, for_site_owners => true);
      return null;
    end $function$;
    create trigger activity_end after delete on users for each row execute function activity_of_deleted_users();

    create function activity_of_site_settings() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' or old.registration is distinct from new.registration then
        perform add_activity('registration-changed', null, detail => new.registration, for_site_owners => true);
      end if;
      return null;
    end $function$;
    create trigger activity after insert or update of registration on site_settings
      for each row execute function activity_of_site_settings();
  `.execute(db);
}
