import type { BackupProblem } from '@kinreel/contracts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { SiteWarningKind } from '../../platform/db/tables.ts';

/** A warning. `reason` is the problem of a `backup` warning, otherwise ''. */
export interface SiteWarning {
  kind: SiteWarningKind;
  reason: BackupProblem | '';
}

/** The current warnings, oldest first. */
export async function listWarnings(db: Db): Promise<(SiteWarning & { since: Date })[]> {
  const rows = await db
    .selectFrom('site_warnings')
    .select(['kind', 'reason', 'since'])
    .orderBy('since')
    .orderBy('kind')
    .execute();
  return rows as (SiteWarning & { since: Date })[];
}

/**
 * Replaces the current warnings. The same kind with another reason is a new warning.
 * @returns the new and the ended warnings
 */
export async function replaceWarnings(
  tx: Tx,
  warnings: readonly SiteWarning[],
): Promise<{ begun: SiteWarning[]; ended: SiteWarning[] }> {
  const before = await listWarnings(tx);
  const isSame = (one: SiteWarning) => (other: SiteWarning) => one.kind === other.kind && one.reason === other.reason;
  const ended = before.filter((warning) => !warnings.some(isSame(warning)));
  const begun = warnings.filter((warning) => !before.some(isSame(warning)));
  for (const { kind } of ended) await tx.deleteFrom('site_warnings').where('kind', '=', kind).execute();
  if (begun.length === 0) return { begun, ended };
  const stored = await tx
    .insertInto('site_warnings')
    .values(begun)
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute();
  // Another worker may have stored the same warning first.
  return { begun: begun.filter(({ kind }) => stored.some((row) => row.kind === kind)), ended };
}

/** Ids of all site owners who can use their account. */
export async function listSiteOwnerIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('site_owner_since', 'is not', null)
    .where('disabled_at', 'is', null)
    .where('delete_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
