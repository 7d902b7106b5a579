import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';

/** What a mail of the outbox is about. */
export const OUTBOX_KINDS = [
  'video-shared',
  'connection',
  'invitation',
  'report',
  'archive',
  'deletion',
  'steward',
  'site-warning',
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

/** A mail of the outbox, as site owners and the operator's command see it: whom it goes to, not what it says. */
export const outboxMail = z.object({
  id,
  kind: z.enum([...OUTBOX_KINDS, ...ACCOUNT_MAIL_KINDS]),
  /** The address; `operator` for a mail to the operator. */
  to: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  created_at: isoDateTime,
  /** Null unless it waits. */
  next_attempt_at: z.nullable(isoDateTime),
  /** When it was sent, or given up. Null while it waits. */
  settled_at: z.nullable(isoDateTime),
  /** Why the last attempt failed, without addresses and links; null if it did not. */
  error: z.nullable(z.string()),
});
export type OutboxMail = z.infer<typeof outboxMail>;

/** GET /api/admin/mails: those that wait or have failed, the newest first. */
export const siteMails = z.object({
  waiting: z.int(),
  failed: z.int(),
  /** In the last seven days. */
  sent: z.int(),
  mails: z.array(outboxMail),
  /** The identity service does not answer, so its mails are not in the list and the numbers. */
  account_mails_missing: z.boolean(),
});
export type SiteMails = z.infer<typeof siteMails>;

/** POST /api/admin/mails/test: why the mail server did not accept a mail to the caller, without secrets; null if it did. */
export const testMailResponse = z.object({ error: z.nullable(z.string()) });
export type TestMailResponse = z.infer<typeof testMailResponse>;
