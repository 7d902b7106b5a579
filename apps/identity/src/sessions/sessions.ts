import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { clearCookie, readCookie, setCookie } from '../http/cookies.ts';
import { hashOf, newSecret } from '../secrets.ts';

/** Seconds without use after which a session ends, and seconds after which it ends in any case. */
export const IDLE = 8 * 60 * 60;
export const ABSOLUTE = 7 * 24 * 60 * 60;

const COOKIE = 'kinreel_session';

/** Signs this browser in. Whatever session it had before ends, so nobody's session can be slipped to someone else. */
export async function startSession(context: Context, request: FastifyRequest, reply: FastifyReply, userId: string) {
  const { config, db, now } = context;
  await endSession(context, request, reply);
  const token = newSecret();
  const at = now();
  await db
    .insertInto('sessions')
    .values({ token_hash: hashOf(token), user_id: userId, created_at: at, seen_at: at })
    .execute();
  setCookie(reply, config, COOKIE, token, IDLE);
}

/** The id of the person whose session this browser has, which counts as use of it; undefined if there is none. */
export async function continueSession(
  { config, db, now }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const token = readCookie(request, COOKIE);
  if (!token) return undefined;
  const at = now();
  const session = await db
    .updateTable('sessions')
    .set({ seen_at: at })
    .where('token_hash', '=', hashOf(token))
    .where('seen_at', '>', before(at, IDLE))
    .where('created_at', '>', before(at, ABSOLUTE))
    .returning('user_id')
    .executeTakeFirst();
  if (session) setCookie(reply, config, COOKIE, token, IDLE);
  else clearCookie(reply, config, COOKIE);
  return session?.user_id;
}

/** Signs this browser out. */
export async function endSession({ config, db }: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = readCookie(request, COOKIE);
  if (token) await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute();
  clearCookie(reply, config, COOKIE);
}

/** The time `seconds` before `at`. */
export const before = (at: Date, seconds: number): Date => new Date(at.getTime() - seconds * 1000);
