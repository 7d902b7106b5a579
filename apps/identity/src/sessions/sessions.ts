import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db, Tx } from '../database.ts';
import type { Deps } from '../deps.ts';
import { clearCookie, readCookie, setCookie } from '../http/cookies.ts';
import { knownDevice, rememberDevice } from '../login/known-devices.ts';
import type { Redeemer } from '../login/login-tickets.ts';
import { hashOf, newSecret } from '../secrets.ts';
import type { Session } from '../tokens/tokens.ts';
import { browserName } from './browser-name.ts';
import { addLogoutNotice } from './logout-notices.ts';

/** Maximum time without use, and maximum total lifetime of a session, in seconds. */
export const IDLE_SECONDS = 8 * 60 * 60;
export const MAX_SECONDS = 7 * 24 * 60 * 60;

const COOKIE = 'kinreel_session';

/** Logs this browser in, and makes it a known device. Ends its previous session to prevent session fixation. */
export async function startSession(
  tx: Tx,
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  user: Redeemer,
): Promise<Session> {
  const { config, now } = deps;
  await endSession(tx, deps, request, reply);
  const token = newSecret();
  const at = now();
  const { id } = await tx
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      user_id: user.id,
      epoch: user.epoch,
      ...browserName(request.headers['user-agent']),
      new_device: knownDevice(deps, request, user) === null,
      created_at: at,
      seen_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  setCookie(reply, config, COOKIE, token, IDLE_SECONDS);
  rememberDevice(deps, request, reply, user);
  return { id, userId: user.id, epoch: user.epoch };
}

/** Whether this browser sends a session cookie. */
export const hasSession = (request: FastifyRequest): boolean => readCookie(request, COOKIE) !== null;

/** Extends this browser's session. @returns null without a valid session */
export async function continueSession(
  { config, db, now }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session | null> {
  const token = readCookie(request, COOKIE);
  if (!token) return null;
  const at = now();
  const session = await db
    .updateTable('sessions')
    .set({ seen_at: at })
    .where('token_hash', '=', hashOf(token))
    .where('seen_at', '>', secondsBefore(at, IDLE_SECONDS))
    .where('created_at', '>', secondsBefore(at, MAX_SECONDS))
    .returning(['id', 'user_id as userId', 'epoch'])
    .executeTakeFirst();
  if (session) setCookie(reply, config, COOKIE, token, IDLE_SECONDS);
  else clearCookie(reply, config, COOKIE);
  return session ?? null;
}

/** Logs this browser out. The API server is notified by deliverLogoutNotices. */
export async function endSession(db: Db, deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = readCookie(request, COOKIE);
  const ended = token
    ? await db
        .deleteFrom('sessions')
        .where('token_hash', '=', hashOf(token))
        .returning(['id', 'user_id as userId'])
        .executeTakeFirst()
    : undefined;
  if (ended) await addLogoutNotice(db, deps, { userId: ended.userId, sessionId: ended.id, epoch: null });
  clearCookie(reply, deps.config, COOKIE);
}

/** Number of unexpired sessions of all people. */
export async function countSessions(db: Db, at: Date): Promise<number> {
  const { sessions } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<string>().as('sessions'))
    .where('seen_at', '>', secondsBefore(at, IDLE_SECONDS))
    .where('created_at', '>', secondsBefore(at, MAX_SECONDS))
    .executeTakeFirstOrThrow();
  return Number(sessions);
}

/** Ends one session of a person. @returns whether it existed */
export async function endSessionById(deps: Deps, userId: string, id: string): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(['id', 'browser', 'system'])
      .executeTakeFirst();
    if (ended) await reportEnd(tx, deps, userId, ended);
    return ended !== undefined;
  });
}

/** Ends all sessions of a person except one, or all if `exceptId` is null. The token of the exception stays valid. */
export async function endOtherSessions(tx: Tx, deps: Deps, userId: string, exceptId: string | null): Promise<void> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId ?? ''))
    .returning(['id', 'browser', 'system'])
    .execute();
  for (const session of ended) await reportEnd(tx, deps, userId, session);
}

/** Records that a device was logged out from another one. */
async function reportEnd(
  tx: Tx,
  deps: Deps,
  userId: string,
  { id, ...device }: { id: string; browser: string | null; system: string | null },
): Promise<void> {
  await tx
    .insertInto('activity')
    .values({ user_id: userId, kind: 'device-logged-out', ...device })
    .execute();
  await addLogoutNotice(tx, deps, { userId, sessionId: id, epoch: null });
}

/**
 * Ends all sessions of a person, and everything that could start one without the password: the next epoch invalidates
 * all tokens. For a new password, for "log out everywhere", and before an account is deleted.
 */
export async function endAllSessions(tx: Tx, deps: Deps, userId: string): Promise<void> {
  const user = await tx
    .updateTable('users')
    .set((row) => ({ epoch: row('epoch', '+', 1) }))
    .where('id', '=', userId)
    .returning('epoch')
    .executeTakeFirst();
  if (!user) return;
  for (const table of ['sessions', 'login_tickets', 'authorization_codes'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await addLogoutNotice(tx, deps, { userId, sessionId: null, epoch: user.epoch });
}

/** The time `seconds` before `at`. */
export const secondsBefore = (at: Date, seconds: number): Date => new Date(at.getTime() - seconds * 1000);
