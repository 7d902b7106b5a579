import type { MailState } from '../../platform/db/tables.ts';
import type { OutboxRow } from './outbox.queries.ts';

/** A mail of the outbox, as the operator sees it: whom it goes to, not what it says. */
export interface OutboxMail {
  id: string;
  kind: string;
  /** The address; `operator` for a mail to the operator. */
  to: string;
  state: MailState;
  attempts: number;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601; null unless it waits. */
  next_attempt_at: string | null;
  /** ISO 8601; when it was sent, or given up. Null while it waits. */
  settled_at: string | null;
  /** Why the last attempt failed, without addresses and links; null if it did not. */
  error: string | null;
}

export function presentMail(row: OutboxRow): OutboxMail {
  return {
    id: row.id,
    kind: row.kind,
    to: row.address ?? 'operator',
    state: row.state,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.state === 'waiting' ? row.next_attempt_at.toISOString() : null,
    settled_at: row.settled_at?.toISOString() ?? null,
    error: row.last_error,
  };
}
