import { type Kysely, sql } from 'kysely';

/** Stewards, what they may do with each video, and the notifications and mails about it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stewards (
      id uuid primary key,
      owner_id uuid not null references users (id) on delete cascade,
      steward_id uuid not null references users (id) on delete cascade,
      -- disconnecting, blocking or leaving ends it
      connection_id uuid not null references connections (id) on delete cascade,
      waiting_days integer not null check (waiting_days between 30 and 365),
      created_at timestamptz not null default now(),
      -- the steward has declined
      declined_at timestamptz,
      -- the steward has requested to start
      asked_at timestamptz,
      -- end of the waiting time; a job starts the stewardship, because the owner must have received the mails
      starts_at timestamptz,
      -- mails to the owner after the first one
      reminders integer not null default 0,
      started_at timestamptz,
      -- the last sign of life that cancelled a request
      stopped_at timestamptz,
      unique (owner_id, steward_id),
      check (owner_id <> steward_id),
      check ((asked_at is null) = (starts_at is null)),
      check (asked_at is null or declined_at is null),
      check (started_at is null or asked_at is not null)
    );
    create index stewards_steward on stewards (steward_id, owner_id);
    create index stewards_connection on stewards (connection_id);
    -- read with each request of a person, and by the job
    create index stewards_asked on stewards (owner_id) where asked_at is not null;

    alter table videos add column steward_rule text not null default 'watch'
      check (steward_rule in ('watch', 'give', 'closed', 'delete'));
    create index videos_steward_delete on videos (owner_id) where steward_rule = 'delete';

    -- to whom a steward may give a video, and when they did
    create table video_gifts (
      video_id uuid not null references videos (id) on delete cascade,
      recipient_id uuid not null references users (id) on delete cascade,
      owner_id uuid not null references users (id) on delete cascade,
      connection_id uuid not null references connections (id) on delete cascade,
      given_at timestamptz,
      primary key (video_id, recipient_id)
    );
    create index video_gifts_recipient on video_gifts (recipient_id, video_id);
    create index video_gifts_owner on video_gifts (owner_id);
    create index video_gifts_given on video_gifts (owner_id) where given_at is not null;
    create index video_gifts_connection on video_gifts (connection_id);

    alter table sent_mails drop constraint sent_mails_kind_check;
    alter table sent_mails add constraint sent_mails_kind_check
      check (kind in ('connection-request', 'connection-accepted', 'video-shared', 'invitation', 'steward-named'));

    alter table notifications add column steward_row_id uuid references stewards (id) on delete cascade;
    create index notifications_steward on notifications (steward_row_id) where steward_row_id is not null;
    alter table notifications drop constraint notifications_about;
    alter table notifications drop column about_id;
    alter table notifications add column about_id uuid not null
      generated always as (coalesce(video_id, connection_id, archive_id, steward_row_id, gone_video_id)) stored;
    alter table notifications add constraint notifications_about unique (user_id, about_id);
    alter table notifications drop constraint notifications_check;
    alter table notifications add constraint notifications_check check (
      (kind = 'video-gone') = (gone_video_id is not null) and (gone_video_id is null) = (gone_prompt_id is null)
      and (steward_row_id is not null) = (kind like 'steward-%')
      and case kind
        when 'connection-request' then actor_id is not null and connection_id is not null and num_nonnulls(video_id, archive_id) = 0
        when 'connection-accepted' then actor_id is not null and connection_id is not null and num_nonnulls(video_id, archive_id) = 0
        when 'video-shared' then actor_id is not null and video_id is not null and num_nonnulls(connection_id, archive_id) = 0
        when 'video-opened' then actor_id is not null and video_id is not null and num_nonnulls(connection_id, archive_id) = 0
        when 'video-given' then actor_id is not null and video_id is not null and num_nonnulls(connection_id, archive_id) = 0
        when 'video-ready' then video_id is not null and num_nonnulls(actor_id, connection_id, archive_id) = 0
        when 'video-failed' then video_id is not null and num_nonnulls(actor_id, connection_id, archive_id) = 0
        when 'video-gone' then num_nonnulls(actor_id, video_id, connection_id, archive_id) = 0
        when 'archive-ready' then archive_id is not null and num_nonnulls(actor_id, video_id, connection_id) = 0
        when 'archive-failed' then archive_id is not null and num_nonnulls(actor_id, video_id, connection_id) = 0
        when 'steward-named' then actor_id is not null and num_nonnulls(video_id, connection_id, archive_id) = 0
        when 'steward-declined' then actor_id is not null and num_nonnulls(video_id, connection_id, archive_id) = 0
        when 'steward-asked' then actor_id is not null and num_nonnulls(video_id, connection_id, archive_id) = 0
        when 'steward-started' then actor_id is not null and num_nonnulls(video_id, connection_id, archive_id) = 0
        when 'steward-stopped' then actor_id is not null and num_nonnulls(video_id, connection_id, archive_id) = 0
        else false end);

    -- Only the owner of the videos can read it.
    create function activity_of_stewards() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then perform add_activity('steward-named', new.owner_id, new.steward_id);
      elsif tg_op = 'DELETE' then perform add_activity('steward-removed', old.owner_id, old.steward_id);
      elsif old.declined_at is null and new.declined_at is not null then
        perform add_activity('steward-declined', new.owner_id, new.steward_id);
      elsif old.asked_at is null and new.asked_at is not null then
        perform add_activity('steward-asked', new.owner_id, new.steward_id);
      elsif old.asked_at is not null and new.asked_at is null then
        perform add_activity('steward-stopped', new.owner_id, new.steward_id);
      elsif old.started_at is null and new.started_at is not null then
        perform add_activity('steward-started', new.owner_id, new.steward_id);
      end if;
      return null;
    end $function$;
    create trigger activity after insert or update or delete on stewards
      for each row execute function activity_of_stewards();

    create function activity_of_steward_rules() returns trigger language plpgsql as $function$
    begin
      perform add_activity('steward-rule', new.owner_id, video => new.id, detail => new.steward_rule);
      return null;
    end $function$;
    create trigger activity_steward_rule after update of steward_rule on videos for each row
      when (old.steward_rule is distinct from new.steward_rule) execute function activity_of_steward_rules();

    -- Choosing a person gives them no access yet.
    create function activity_of_video_gifts() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'UPDATE' and old.given_at is null and new.given_at is not null then
        perform add_activity('given', new.owner_id, new.recipient_id, new.video_id);
      elsif old.given_at is not null and (tg_op = 'DELETE' or new.given_at is null) then
        perform add_activity('given-back', old.owner_id, old.recipient_id, old.video_id);
      end if;
      return null;
    end $function$;
    create trigger activity after update or delete on video_gifts
      for each row execute function activity_of_video_gifts();
  `.execute(db);
}
