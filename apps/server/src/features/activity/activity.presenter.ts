import type { ActivityEntry, ActivityKind } from '@kinreel/contracts';
import type { IdentityActivity } from '../../platform/identity.ts';
import type { ActivityRow } from './activity.queries.ts';

export function presentActivity(row: ActivityRow): ActivityEntry {
  const { first_name, last_name } = row;
  return {
    id: row.id,
    // Triggers write the kinds of the contract.
    kind: row.kind as ActivityKind,
    at: row.at.toISOString(),
    person: first_name === null || last_name === null ? null : { first_name, last_name },
    prompt: row.prompt,
    detail: row.detail,
    browser: null,
    system: null,
  };
}

/** A change of the account at the identity service. */
export function presentIdentityActivity({ id, kind, at, browser, system }: IdentityActivity): ActivityEntry {
  return { id, kind, at, browser, system, person: null, prompt: null, detail: null };
}
