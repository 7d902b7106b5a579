import { type Kysely, sql } from 'kysely';

/** Questions that connected people ask each other, and the notifications about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column takes_questions boolean not null default true;

    create table questions (
      id uuid primary key,
      asker_id uuid not null references users (id) on delete cascade,
      person_id uuid not null references users (id) on delete cascade,
      prompt_id integer not null references prompts (id),
      asked_at timestamptz not null default now(),
      -- the asked person does not want to answer it; the asker does not know
      put_away_at timestamptz,
      -- the asker took it back, or one has blocked the other
      withdrawn_at timestamptz,
      answered_at timestamptz,
      -- the answer; null again if it was deleted
      video_id uuid references videos (id) on delete set null,
      check (asker_id <> person_id),
      check (answered_at is not null or video_id is null),
      check (num_nonnulls(answered_at, withdrawn_at) < 2 and num_nonnulls(answered_at, put_away_at) < 2)
    );
    create index questions_asker on questions (asker_id, person_id, asked_at);
    -- the questions that wait for a person, and those that a new video answers
    create index questions_waiting on questions (person_id, prompt_id)
      where answered_at is null and withdrawn_at is null and put_away_at is null;
    create index questions_person on questions (person_id);
    create index questions_video on questions (video_id) where video_id is not null;
    -- the sweep
    create index questions_withdrawn on questions (withdrawn_at) where withdrawn_at is not null;

    alter table notifications add column question_id uuid references questions (id) on delete cascade;
    create index notifications_question on notifications (question_id) where question_id is not null;

    -- deleted together with the share of the answer
    alter table notifications drop column share_recipient_id;
    alter table notifications add column share_recipient_id uuid
      generated always as (case when kind in ('video-shared', 'question-answered') then user_id end) stored;
    create index notifications_video on notifications (video_id, share_recipient_id);
    alter table notifications add constraint notifications_video_id_share_recipient_id_fkey
      foreign key (video_id, share_recipient_id) references shares (video_id, recipient_id) on delete cascade deferrable;

    -- The rules for the other kinds stay as they are, whatever they are.
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

      alter table notifications drop constraint notifications_about;
      alter table notifications drop column about_id;
      execute format('alter table notifications add column about_id uuid not null
        generated always as (coalesce(%s, question_id)) stored', subject);
      alter table notifications add constraint notifications_about unique (user_id, about_id);

      alter table notifications drop constraint notifications_check;
      execute format('alter table notifications add constraint notifications_check check (case
        when kind = ''question'' then actor_id is not null and question_id is not null and about_id = question_id
        when kind = ''question-answered'' then actor_id is not null and question_id is null and about_id = video_id
        else question_id is null and (%s) end)', rules);
    end $do$;
  `.execute(db);
}
