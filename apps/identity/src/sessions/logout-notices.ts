import type { Db } from '../database.ts';
import type { Deps } from '../deps.ts';
import { type LogoutNotice, signLogoutToken, TOKEN_LIFETIME_SECONDS } from '../tokens/tokens.ts';

/** Maximum time that a caller waits for the API server, in milliseconds. Retries run in the background. */
const DELIVERY_TIMEOUT_MS = 3_000;

/** Notices delivered in parallel. */
const BATCH = 50;

type NoticeDeps = Pick<Deps, 'config' | 'db' | 'keys' | 'now'>;

/**
 * Stores that a session has ended, in the transaction that ends it, until the API server has been notified. Without a
 * session the notice is about the account: the API server also asks for its address again.
 */
export async function addLogoutNotice(
  db: Db,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { userId, sessionId, epoch }: LogoutNotice,
): Promise<void> {
  if (!config.logoutUrl) return;
  await db
    .insertInto('logout_notices')
    .values({ user_id: userId, session_id: sessionId, epoch, ended_at: now() })
    .execute();
}

/**
 * Notifies the API server of ended sessions (OpenID Connect Back-Channel Logout 1.0). Call it after the transaction and
 * before the response, so that the tokens are invalid when the person reads the response. Failed deliveries are
 * retried. The same notice may be delivered twice, which has no further effect.
 * @returns the number of notices that are still waiting
 */
export async function deliverLogoutNotices(deps: NoticeDeps): Promise<number> {
  const { config, db, now } = deps;
  if (!config.logoutUrl) return 0;
  // The tokens of these sessions have expired.
  const expired = new Date(now().getTime() - 2 * TOKEN_LIFETIME_SECONDS * 1000);
  await db.deleteFrom('logout_notices').where('ended_at', '<', expired).execute();
  const waiting = await db.selectFrom('logout_notices').selectAll().orderBy('id').limit(BATCH).execute();
  const outcomes = await Promise.all(
    waiting.map(async (notice) => {
      const token = await signLogoutToken(deps, {
        userId: notice.user_id,
        sessionId: notice.session_id,
        epoch: notice.epoch,
      });
      if (!(await deliver(config.logoutUrl as string, token))) return false;
      await db.deleteFrom('logout_notices').where('id', '=', notice.id).execute();
      return true;
    }),
  );
  return outcomes.filter((delivered) => !delivered).length;
}

async function deliver(url: string, token: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
      redirect: 'error',
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    });
    return response.ok;
  } catch {
    return false;
  }
}
