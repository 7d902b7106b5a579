import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db, Tx } from '../database.ts';
import type { Deps } from '../deps.ts';
import { clearCookie, readCookie, setCookie } from '../http/cookies.ts';
import { rememberDevice } from '../login/known-devices.ts';
import { hashOf, newSecret } from '../secrets.ts';

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
  userId: string,
): Promise<void> {
  const { config, now } = deps;
  await endSession(tx, deps, request, reply);
  const token = newSecret();
  const at = now();
  await tx
    .insertInto('sessions')
    .values({ token_hash: hashOf(token), user_id: userId, created_at: at, seen_at: at })
    .execute();
  setCookie(reply, config, COOKIE, token, IDLE_SECONDS);
  const user = await tx
    .selectFrom('users')
    .select(['id', 'password_hash as passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  rememberDevice(deps, request, reply, user);
}

/** Extends this browser's session. @returns the id of its user; null without a valid session */
export async function continueSession(
  { config, db, now }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const token = readCookie(request, COOKIE);
  if (!token) return null;
  const at = now();
  const session = await db
    .updateTable('sessions')
    .set({ seen_at: at })
    .where('token_hash', '=', hashOf(token))
    .where('seen_at', '>', secondsBefore(at, IDLE_SECONDS))
    .where('created_at', '>', secondsBefore(at, MAX_SECONDS))
    .returning('user_id')
    .executeTakeFirst();
  if (session) setCookie(reply, config, COOKIE, token, IDLE_SECONDS);
  else clearCookie(reply, config, COOKIE);
  return session?.user_id ?? null;
}

/** Logs this browser out. */
export async function endSession(
  db: Db,
  { config }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = readCookie(request, COOKIE);
  if (token) await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute();
  clearCookie(reply, config, COOKIE);
}

/** The time `seconds` before `at`. */
export const secondsBefore = (at: Date, seconds: number): Date => new Date(at.getTime() - seconds * 1000);
