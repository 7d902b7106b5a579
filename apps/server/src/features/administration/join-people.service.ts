import { UPLOAD_EXPIRY_HOURS } from '@kinreel/contracts';
import { providerName } from '../../platform/auth/identity.ts';
import { COMMAND_LINE } from '../../platform/cli/command.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { disconnect } from '../connections/connections.service.ts';
import { refreshAddress } from '../profile/verified-address.service.ts';
import { removeVisitsBetween } from '../short-links/short-links.service.ts';
import { endRequests } from '../stewards/sign-of-life.service.ts';
import {
  ACTIVITY,
  checkForeignKeys,
  deferForeignKeys,
  deleteActivity,
  deleteArchives,
  deleteBetween,
  endDoubleInvitations,
  isUploading,
  listBlockPairs,
  lockProfile,
  moveConnections,
  moveRows,
  type Pair,
  renameRecipients,
  replaceProfile,
  TABLES_OF_PEOPLE,
} from './join-people.queries.ts';

type Profile = NonNullable<Awaited<ReturnType<typeof lockProfile>>>;

/** The older profile, the younger one, and how many rows of what move. */
export interface JoinedPeople {
  older: Profile;
  younger: Profile;
  moved: { name: string; count: number }[];
}

/**
 * Moves everything of the younger one of two profiles of a person to the older one, and deletes the younger one. Its
 * name, photo, description and archives do not move.
 * @param people each an address or an id
 * @param options.isTrial changes nothing in the end
 * @throws Error with a sentence for the operator
 */
export async function joinPeople(
  deps: Pick<Deps, 'config' | 'db' | 'identity' | 'jobs' | 'log'>,
  people: { older: string; younger: string },
  { isTrial }: { isTrial: boolean },
): Promise<JoinedPeople> {
  const tx = await deps.db.startTransaction().execute();
  try {
    const older = await requireProfile(tx, people.older);
    const younger = await requireProfile(tx, people.younger);
    const account = await chooseAccount(deps, tx, { older, younger });
    const moved = await move(deps, tx, { older: older.id, younger: younger.id }, account === younger);
    if (isTrial) await tx.rollback().execute();
    else {
      await tx.commit().execute();
      // The younger one may have had the address that the account has now.
      await refreshAddress(deps, account);
    }
    return { older, younger, moved };
  } finally {
    if (!tx.isCommitted && !tx.isRolledBack) await tx.rollback().execute();
  }
}

async function requireProfile(tx: Tx, person: string): Promise<Profile> {
  const profile = await lockProfile(tx, person);
  if (!profile) throw new Error(`Nobody has registered with ${person}.`);
  if (profile.delete_at) {
    throw new Error(
      `${profile.email} is going to be deleted. To keep it first: ${COMMAND_LINE} people keep ${profile.email}`,
    );
  }
  return profile;
}

/** The profile with whose account the person logs in from now on. @throws Error if the two cannot be joined */
async function chooseAccount(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  { older, younger }: { older: Profile; younger: Profile },
): Promise<Profile> {
  if (older.id === younger.id) throw new Error('Both are the same profile.');
  if (await isUploading(tx, younger.id)) {
    throw new Error(
      `A video of ${younger.email} is being uploaded. ` +
        `Try again when it has arrived; an upload that does not go on ends after ${UPLOAD_EXPIRY_HOURS} hours.`,
    );
  }
  const [usable, ...more] = [older, younger].filter(({ provider }) => provider === providerName(config));
  if (more.length > 0) {
    throw new Error(
      `${older.email} and ${younger.email} can both log in, with two accounts. A profile has only one, so they cannot be joined.`,
    );
  }
  return usable ?? older;
}

/** @returns how many rows of what */
async function move(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  pair: Pair,
  takesAccount: boolean,
): Promise<JoinedPeople['moved']> {
  await deferForeignKeys(tx);
  // A steward of the younger one shall not look after the videos of the older one without asking again.
  await endRequests(deps, tx, pair.younger);
  await endEverythingBetween(tx, pair.older, pair.younger);
  for (const table of [...TABLES_OF_PEOPLE, ACTIVITY]) await deleteBetween(tx, table, pair);
  await moveRows(tx, ACTIVITY, pair);

  await deleteArchives(tx, pair.younger);
  await endDoubleInvitations(tx, pair);
  await renameRecipients(tx, pair);
  const moved = [{ name: 'connections', count: await moveConnections(tx, pair) }];
  for (const table of TABLES_OF_PEOPLE) {
    const count = await moveRows(tx, table, pair);
    if (table.name) moved.push({ name: table.name, count });
  }
  await deleteActivity(tx, pair.younger);
  for (const other of await listBlockPairs(tx, pair.older)) await endEverythingBetween(tx, pair.older, other);

  await replaceProfile(tx, pair, takesAccount);
  await checkForeignKeys(tx);
  return moved.filter(({ count }) => count > 0);
}

/** As a block does it. */
async function endEverythingBetween(tx: Tx, oneId: string, otherId: string): Promise<void> {
  await disconnect(tx, oneId, otherId);
  await removeVisitsBetween(tx, oneId, otherId);
}
