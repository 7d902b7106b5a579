import { type Kysely, sql } from 'kysely';

/** Links that record or upload one answer of a person to a question, without a login. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table answer_links (
      id uuid primary key,
      question_id uuid not null references questions (id) on delete cascade,
      -- SHA-256 of the code, which is derived from the id
      code_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      -- what was sent by it, finished or not
      takes integer not null default 0,
      bytes bigint not null default 0,
      -- the answer that it published, and the code that takes it back
      video_id uuid references videos (id) on delete set null,
      take_back_hash bytea unique,
      check (take_back_hash is null or ended_at is not null),
      check (video_id is null or take_back_hash is not null)
    );
    create unique index answer_links_open on answer_links (question_id) where ended_at is null;
    create index answer_links_question on answer_links (question_id);
    create index answer_links_video on answer_links (video_id) where video_id is not null;

    alter table uploads add column answer_link_id uuid references answer_links (id) on delete cascade;
    create index uploads_answer_link on uploads (answer_link_id) where answer_link_id is not null;

    alter table sent_mails drop constraint sent_mails_kind_check;
    alter table sent_mails add constraint sent_mails_kind_check check (kind in
      ('connection-request', 'connection-accepted', 'video-shared', 'invitation', 'steward-named', 'question'));
  `.execute(db);
}
