import { type Kysely, sql } from 'kysely';

/** When each kind of notification is mailed, and which notifications the digest has gathered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- null: the person has not chosen, so the kind's default applies
    alter table notification_settings alter column mail drop not null;
    alter table notification_settings alter column mail type text using case when not mail then 'never' end;
    alter table notification_settings add constraint notification_settings_mail_check
      check (mail in ('at-once', 'daily', 'weekly', 'never'));

    -- The id of the digest that gathered the notification; null for none yet. Those from before are in none. The
    -- constant needs no rewrite of the table.
    alter table notifications add column digest_id uuid default '00000000-0000-0000-0000-000000000000';
    alter table notifications alter column digest_id drop default;
    create index notifications_gather on notifications (created_at, user_id) where digest_id is null and read_at is null;

    alter table sent_mails drop constraint sent_mails_kind_check;
    alter table sent_mails add constraint sent_mails_kind_check check (kind in (
      'connection-request', 'connection-accepted', 'video-shared', 'invitation', 'steward-named', 'question',
      'question-answered'));
  `.execute(db);
}
