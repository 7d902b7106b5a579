import type { OutboxKind, OutboxMail } from '@kinreel/contracts';
import type { IdentityMail } from '../../platform/auth/identity.ts';
import type { OutboxRow } from './outbox.queries.ts';

/** Recipient, kind and state of a mail, never its content. */
export function presentMail(row: OutboxRow): OutboxMail {
  return {
    id: row.id,
    // Only `enqueueMail` writes this column.
    kind: row.kind as OutboxKind,
    to: row.address ?? 'operator',
    state: row.state,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.state === 'waiting' ? row.next_attempt_at.toISOString() : null,
    settled_at: row.settled_at?.toISOString() ?? null,
    error: row.last_error,
  };
}

/** Presents a mail of the identity service in the same form. */
export function presentAccountMail({ email, state, next_attempt_at: next, ...mail }: IdentityMail): OutboxMail {
  const isFailed = state === 'failed';
  return { ...mail, to: email, state, next_attempt_at: isFailed ? null : next, settled_at: isFailed ? next : null };
}
