import type { Deps } from '../deps.ts';
import { DomainError } from '../http/errors.ts';
import { storeSessionEnd } from './session-ends.ts';

/** Ends the session of a token, for a log-out. An invalid token, or one without a session, has no effect. */
export async function endOwnSession(
  { db, identity, log }: Pick<Deps, 'db' | 'identity' | 'log'>,
  token: string,
): Promise<void> {
  try {
    const claims = await identity.verify(token);
    if (claims.sid) await storeSessionEnd(db, { ...claims, sid: claims.sid, epoch: null, endedAt: new Date() });
  } catch (error) {
    // Logging out always succeeds, because the browser deletes its token in any case.
    if (!(error instanceof DomainError)) throw error;
    log.debug({ err: error }, 'log-out without a valid token');
  }
}
