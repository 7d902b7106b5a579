import { type Kysely, sql } from 'kysely';

/** The question that comes to a person each week, and the notification about it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table paces (
      user_id uuid primary key references users (id) on delete cascade,
      -- 0 is Sunday
      weekday smallint not null check (weekday between 0 and 6),
      hour smallint not null check (hour between 0 and 23),
      time_zone text not null,
      -- categories of prompts; none for all
      themes text[] not null,
      -- null: it is off
      next_at timestamptz,
      -- the last question; null if none was sent, or the person has dismissed it
      prompt_id integer references prompts (id) on delete set null,
      sent_at timestamptz,
      -- questions that were sent since the person last answered one
      unanswered smallint not null default 0,
      -- the prompts that were sent: none is sent again
      had integer[] not null default '{}'
    );
    create index paces_due on paces (next_at) where next_at is not null;
    create index paces_prompt on paces (prompt_id) where prompt_id is not null;

    alter table notifications add column pace_id uuid
      generated always as (case when kind = 'week-question' then user_id end) stored
      references paces (user_id) on delete cascade deferrable;
    create index notifications_pace on notifications (pace_id) where pace_id is not null;

    -- Keeps the rules of the other kinds.
    do $do$
    declare
      subject text;
      rules text;
    begin
      select pg_get_expr(d.adbin, d.adrelid) into strict subject from pg_attrdef d
      join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where d.adrelid = 'notifications'::regclass and a.attname = 'about_id';
      select pg_get_expr(conbin, conrelid) into strict rules from pg_constraint
      where conrelid = 'notifications'::regclass and conname = 'notifications_check';

      alter table notifications drop constraint notifications_check;
      alter table notifications drop constraint notifications_about;
      alter table notifications drop column about_id;
      execute format('alter table notifications add column about_id uuid not null generated always as
        (coalesce(%s, case when kind = ''week-question'' then user_id end)) stored', subject);
      alter table notifications add constraint notifications_about unique (user_id, about_id);
      execute format('alter table notifications add constraint notifications_check check (case
        when kind = ''week-question'' then about_id = user_id and actor_id is null
        else (%s) end)', rules);
    end $do$;
  `.execute(db);
}
