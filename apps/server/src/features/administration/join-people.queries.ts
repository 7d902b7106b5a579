import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/tables.ts';
import { isId } from '../../platform/ids.ts';

/** The ids of two profiles, of which the older one stays. */
export interface Pair {
  older: string;
  younger: string;
}

/** A table with columns that name people. */
export interface TableOfPeople {
  table: keyof Database;
  people: readonly string[];
  /** Columns of a unique key. If both profiles have a row with the same values, the row of the older profile stays. */
  once?: readonly string[];
  /** A time: of two such rows, the one in which it is later stays. */
  latest?: string;
  /** What the operator reads its rows are; without it they are not listed. */
  name?: string;
}

/**
 * Every table with rows of a person that go to another profile as they are, in this order. Videos are before what names
 * their owner.
 */
export const TABLES_OF_PEOPLE: readonly TableOfPeople[] = [
  { table: 'videos', people: ['owner_id'], name: 'videos' },
  { table: 'uploads', people: ['owner_id'] },
  { table: 'shares', people: ['owner_id', 'recipient_id'], once: ['video_id', 'recipient_id'], name: 'shares' },
  { table: 'short_links', people: ['owner_id'], name: 'links' },
  { table: 'link_redemptions', people: ['user_id'], once: ['link_id', 'user_id'], name: 'visits by a link' },
  { table: 'invitations', people: ['owner_id', 'accepted_by'], name: 'invitations' },
  { table: 'blocks', people: ['blocker_id', 'blocked_id'], once: ['blocker_id', 'blocked_id'], name: 'blocks' },
  { table: 'stewards', people: ['owner_id', 'steward_id'], once: ['owner_id', 'steward_id'], name: 'stewards' },
  {
    table: 'video_gifts',
    people: ['owner_id', 'recipient_id'],
    once: ['video_id', 'recipient_id'],
    latest: 'given_at',
    name: 'gifts of stewards',
  },
  { table: 'notes', people: ['writer_id'], name: 'notes' },
  { table: 'hearts', people: ['giver_id'], once: ['video_id', 'giver_id'], name: 'hearts' },
  { table: 'prompts', people: ['maker_id'] },
  { table: 'questions', people: ['asker_id', 'person_id'], name: 'questions' },
  { table: 'paces', people: ['user_id'], once: ['user_id'] },
  { table: 'reports', people: ['reporter_id', 'reported_id'], name: 'reports' },
  { table: 'notifications', people: ['user_id', 'actor_id'], once: ['user_id', 'about_id'], name: 'notifications' },
  { table: 'notification_settings', people: ['user_id'], once: ['user_id', 'kind'] },
  { table: 'watch_positions', people: ['user_id'], once: ['user_id', 'video_id'], latest: 'watched_at' },
  { table: 'seen_videos', people: ['user_id'], once: ['user_id', 'video_id'] },
  { table: 'push_subscriptions', people: ['user_id'] },
  { table: 'sent_requests', people: ['sender_id'] },
  { table: 'sent_mails', people: ['sender_id'] },
  { table: 'mails', people: ['recipient_id'] },
  { table: 'owner_codes', people: ['used_by'] },
];

/** Moves before the others, whose changes it would list. */
export const ACTIVITY: TableOfPeople = { table: 'activity', people: ['user_id', 'other_id'] };

/** Locks a profile: until the transaction ends, nobody adds a row that names it. */
export function lockProfile(tx: Tx, addressOrId: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'provider', 'subject', 'delete_at'])
    .where(isId(addressOrId) ? 'id' : sql<string>`lower(email)`, '=', addressOrId.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
}

/** Whether a video of this person is being uploaded. */
export async function isUploading(tx: Tx, ownerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('uploads')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('video_id', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Foreign keys that name a video and its owner are checked by checkForeignKeys(). */
export async function deferForeignKeys(tx: Tx): Promise<void> {
  await sql`set constraints all deferred`.execute(tx);
}

export async function checkForeignKeys(tx: Tx): Promise<void> {
  await sql`set constraints all immediate`.execute(tx);
}

/** Deletes rows that name both profiles. */
export async function deleteBetween(tx: Tx, { table, people }: TableOfPeople, pair: Pair): Promise<void> {
  const columns = sql.join(people.map((column) => sql.ref(column)));
  await sql`
    delete from ${sql.table(table)}
    where ${pair.older}::uuid in (${columns}) and ${pair.younger}::uuid in (${columns})`.execute(tx);
}

/** Moves the rows of the younger profile to the older one. @returns how many */
export async function moveRows(tx: Tx, of: TableOfPeople, pair: Pair): Promise<number> {
  await deleteDoubles(tx, of, pair);
  const columns = of.people.map((column) => sql.ref(column));
  const { numAffectedRows } = await sql`
    update ${sql.table(of.table)}
    set ${sql.join(columns.map((column) => sql`${column} = ${renamed(column, pair)}`))}
    where ${pair.younger}::uuid in (${sql.join(columns)})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Deletes one of each two rows that would be the same after the move. */
async function deleteDoubles(tx: Tx, { table, people, once, latest }: TableOfPeople, pair: Pair): Promise<void> {
  if (!once) return;
  const isYounger = (row: string) =>
    sql`${pair.younger}::uuid in (${sql.join(people.map((column) => sql.ref(`${row}.${column}`)))})`;
  const value = (row: string, column: string) => {
    const ref = sql.ref(`${row}.${column}`);
    return people.includes(column) ? renamed(ref, pair) : ref;
  };
  const isSame = once.map((column) => sql`${value('double', column)} = ${value('kept', column)}`);
  const rank = (row: string) =>
    sql`(${latest ? sql`coalesce(${sql.ref(`${row}.${latest}`)}, '-infinity')` : sql`true`}, not ${isYounger(row)})`;
  await sql`
    delete from ${sql.table(table)} double using ${sql.table(table)} kept
    where (${isYounger('double')} or ${isYounger('kept')}) and ${sql.join(isSame, sql` and `)}
      and ${rank('kept')} > ${rank('double')}`.execute(tx);
}

/** The id in a column, after the move. */
function renamed(column: ReturnType<typeof sql.ref>, { older, younger }: Pair) {
  return sql`case ${column} when ${younger}::uuid then ${older}::uuid else ${column} end`;
}

/**
 * Moves connections. Of two with the same person, an accepted one stays, and else that of the older profile.
 * @returns how many
 */
export async function moveConnections(tx: Tx, pair: Pair): Promise<number> {
  const { older, younger } = pair;
  const { rows: doubles } = await sql<{ kept: string; double: string }>`
    with mine as (
      select id, status = 'accepted' as accepted, ${older}::uuid in (user_lo, user_hi) as is_older,
        case when user_lo in (${older}::uuid, ${younger}::uuid) then user_hi else user_lo end as other
      from connections
      where ${older}::uuid in (user_lo, user_hi) or ${younger}::uuid in (user_lo, user_hi)
    )
    select kept.id as kept, double.id as double from mine kept join mine double using (other)
    where (kept.accepted, kept.is_older) > (double.accepted, double.is_older)`.execute(tx);
  for (const { kept, double } of doubles) {
    for (const table of ['stewards', 'video_gifts'] as const) {
      await tx.updateTable(table).set({ connection_id: kept }).where('connection_id', '=', double).execute();
    }
    await tx.deleteFrom('connections').where('id', '=', double).execute();
  }
  const [lo, hi] = [renamed(sql.ref('user_lo'), pair), renamed(sql.ref('user_hi'), pair)];
  const { numAffectedRows } = await sql`
    update connections set user_lo = least(${lo}, ${hi}), user_hi = greatest(${lo}, ${hi}),
      requester_id = ${renamed(sql.ref('requester_id'), pair)}, asked_by = ${renamed(sql.ref('asked_by'), pair)}
    where ${younger}::uuid in (user_lo, user_hi)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Ends the open invitations of the younger profile to addresses that the older one has invited too. */
export async function endDoubleInvitations(tx: Tx, { older, younger }: Pair): Promise<void> {
  await sql`
    update invitations double set revoked_at = now()
    where owner_id = ${younger} and revoked_at is null and email is not null and exists (
      select from invitations kept where kept.owner_id = ${older} and kept.revoked_at is null
        and kept.email = double.email and kept.video_id is not distinct from double.video_id)`.execute(tx);
}

/** What mails that wait are written from has the id of their recipient too. */
export async function renameRecipients(tx: Tx, { older, younger }: Pair): Promise<void> {
  await sql`
    update mails set params = params || jsonb_build_object('recipientId', ${older}::text)
    where recipient_id = ${younger}`.execute(tx);
}

/** The files of archives have the person's id in their key, so archives do not move. The sweep deletes the files. */
export async function deleteArchives(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('archives').where('user_id', '=', personId).execute();
}

/** Deletes what the activity has of a person: what the move itself has changed. */
export async function deleteActivity(tx: Tx, personId: string): Promise<void> {
  await tx
    .deleteFrom('activity')
    .where((eb) => eb.or([eb('user_id', '=', personId), eb('other_id', '=', personId)]))
    .execute();
}

/** The people whom a person has blocked, or who have blocked them. */
export async function listBlockPairs(tx: Tx, personId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('blocks')
    .select(sql<string>`case blocker_id when ${personId} then blocked_id else blocker_id end`.as('id'))
    .where((eb) => eb.or([eb('blocker_id', '=', personId), eb('blocked_id', '=', personId)]))
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes the row of the younger profile. The older one gets its rights as a site owner and the invitation that it has
 * used, unless it has its own.
 * @param takesAccount whether people log in to the older profile with the account of the younger one from now on
 */
export async function replaceProfile(tx: Tx, { older, younger }: Pair, takesAccount: boolean): Promise<void> {
  const { site_owner_since, invitation_id, ...account } = await tx
    .deleteFrom('users')
    .where('id', '=', younger)
    .returning(['site_owner_since', 'invitation_id', 'provider', 'subject'])
    .returning(['email', 'email_verified_at', 'address_epoch'])
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('users')
    .set((eb) => ({
      site_owner_since: eb.fn.coalesce('site_owner_since', eb.val(site_owner_since)),
      invitation_id: eb.fn.coalesce('invitation_id', eb.val(invitation_id)),
      ...(takesAccount && account),
    }))
    .where('id', '=', older)
    .execute();
}
