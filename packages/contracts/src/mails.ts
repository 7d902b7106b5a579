import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { MAIL_DEFAULTS, type MailKind } from './notifications.ts';

/** Kinds of mails in the outbox. */
export const OUTBOX_KINDS = [
  'video-shared',
  'connection',
  'invitation',
  'report',
  'archive',
  'deletion',
  'steward',
  'site-warning',
  'digest',
  'question',
  'answer-received',
  'week-question',
] as const;
export type OutboxKind = (typeof OUTBOX_KINDS)[number];

/** Mails of the bundled identity service, about accounts. */
export const ACCOUNT_MAIL_KINDS = [
  'reset',
  'verification',
  'new-address',
  'address-notice',
  'password-changed',
] as const;
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number];

/** A mail of the outbox as shown to site owners and operators: its recipient, not its content. */
export const outboxMail = z.object({
  id,
  kind: z.enum([...OUTBOX_KINDS, ...ACCOUNT_MAIL_KINDS]),
  /** The recipient's address; `operator` for mails to the operator. */
  to: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  created_at: isoDateTime,
  /** When it is tried next; null unless it waits. */
  next_attempt_at: z.nullable(isoDateTime),
  /** When it was sent or finally failed; null while it waits. */
  settled_at: z.nullable(isoDateTime),
  /** Error of the last attempt, without addresses and links; null if none. */
  error: z.nullable(z.string()),
});
export type OutboxMail = z.infer<typeof outboxMail>;

/** GET /api/admin/mails: waiting and failed mails, newest first. */
export const siteMails = z.object({
  waiting: z.int(),
  failed: z.int(),
  /** In the last seven days. */
  sent: z.int(),
  mails: z.array(outboxMail),
  /** The identity service does not respond, so its mails are missing in the list and the numbers. */
  account_mails_missing: z.boolean(),
});
export type SiteMails = z.infer<typeof siteMails>;

/**
 * POST /api/admin/mails/test: why the mail server rejected a test mail to the caller, without secrets; null if
 * accepted.
 */
export const testMailResponse = z.object({ error: z.nullable(z.string()) });
export type TestMailResponse = z.infer<typeof testMailResponse>;

/** What a person turns off from a mail: mails of one kind, or the digest. */
export type MailTopic = MailKind | 'digest';

/** /api/mails/unsubscribe/{id}/{topic}/{code}: the person, what to turn off, and the code that only the mail has. */
export const unsubscribeParams = z.object({
  id,
  topic: z.enum([...(Object.keys(MAIL_DEFAULTS) as MailKind[]), 'digest']),
  code: z.string().check(z.regex(/^[\w-]{22}$/)),
});
export type UnsubscribeParams = z.infer<typeof unsubscribeParams>;
