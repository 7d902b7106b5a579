import type { OutboxKind, OutboxMail } from '@kinreel/contracts';
import type { IdentityMail } from '../../platform/auth/identity.ts';
import type { OutboxRow } from './outbox.queries.ts';

/** Whom a mail goes to and how it went; never what it says. */
export function presentMail(row: OutboxRow): OutboxMail {
  return {
    id: row.id,
    // Written by `enqueueMail` only.
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

/** The same of a mail of the identity service. */
export function presentAccountMail({ email, state, next_attempt_at: next, ...mail }: IdentityMail): OutboxMail {
  const isFailed = state === 'failed';
  return { ...mail, to: email, state, next_attempt_at: isFailed ? null : next, settled_at: isFailed ? next : null };
}
