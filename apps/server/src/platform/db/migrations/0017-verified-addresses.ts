import { type Kysely, sql } from 'kysely';

/**
 * When a person's address was verified, and which mails were sent. Of existing people, only those who accepted an
 * invitation to their own address are verified here; the identity provider is asked about the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column email_verified_at timestamptz;
    update users set email_verified_at = accepted.at
    from (select accepted_by, email, min(accepted_at) as at from invitations group by accepted_by, email) accepted
    where accepted.accepted_by = users.id and accepted.email = lower(users.email);

    create table sent_mails (
      id uuid primary key,
      kind text not null check (kind in ('connection-request', 'connection-accepted', 'video-shared', 'invitation')),
      sender_id uuid not null references users (id) on delete cascade,
      -- SHA-256 of the address in lower case
      recipient_hash bytea not null,
      -- the video of a share
      subject_id uuid,
      sent_at timestamptz not null default now()
    );
    -- the budget of a sender
    create index sent_mails_sender on sent_mails (sender_id, sent_at);
    -- the budget of a recipient, and repeated mails
    create index sent_mails_recipient on sent_mails (recipient_hash, sent_at);
    -- the sweep
    create index sent_mails_sent on sent_mails (sent_at);

    insert into sent_mails (id, kind, sender_id, recipient_hash, subject_id, sent_at)
    select gen_random_uuid(), 'video-shared', shares.owner_id, sha256(convert_to(lower(users.email), 'UTF8')),
      shares.video_id, shares.created_at
    from shares join users on users.id = shares.recipient_id join videos on videos.id = shares.video_id
    where videos.status = 'ready';
    insert into sent_mails (id, kind, sender_id, recipient_hash, sent_at)
    select gen_random_uuid(), kind, sender_id, sha256(convert_to(lower(users.email), 'UTF8')), queued_at
    from connection_mails join users on users.id = connection_mails.recipient_id;
    drop table connection_mails;
  `.execute(db);
}
