import type { ActivityEntry, ActivityKind } from '@kinreel/contracts';
import type { IdentityActivity } from '../../platform/auth/identity.ts';
import type { ActivityRow } from './activity.queries.ts';

export function presentActivity(row: ActivityRow): ActivityEntry {
  return {
    id: row.id,
    // Triggers write only the kinds of the contract.
    kind: row.kind as ActivityKind,
    at: row.at.toISOString(),
    person: nameOf(row.first_name, row.last_name),
    by: nameOf(row.by_first_name, row.by_last_name),
    prompt: row.prompt,
    detail: row.detail,
    browser: null,
    system: null,
  };
}

function nameOf(first: string | null | undefined, last: string | null | undefined): ActivityEntry['person'] {
  return first == null || last == null ? null : { first_name: first, last_name: last };
}

/** An entry of the identity service about the account. */
export function presentIdentityActivity({ id, kind, at, browser, system }: IdentityActivity): ActivityEntry {
  return { id, kind, at, browser, system, person: null, by: null, prompt: null, detail: null };
}
