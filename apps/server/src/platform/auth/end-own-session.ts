import type { Deps } from '../deps.ts';
import { DomainError } from '../http/errors.ts';
import { storeSessionEnd } from './session-ends.ts';

/** Ends the session of a token, for a log-out. A token that is not valid, or names no session, ends nothing. */
export async function endOwnSession(
  { db, identity, log }: Pick<Deps, 'db' | 'identity' | 'log'>,
  token: string,
): Promise<void> {
  try {
    const claims = await identity.verify(token);
    if (claims.sid) await storeSessionEnd(db, { ...claims, sid: claims.sid, epoch: null, endedAt: new Date() });
  } catch (error) {
    // Logging out always works: the browser forgets its token in any case.
    if (!(error instanceof DomainError)) throw error;
    log.debug({ err: error }, 'log-out without a valid token');
  }
}
