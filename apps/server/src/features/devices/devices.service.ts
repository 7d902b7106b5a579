import type { Device } from '@kinreel/contracts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import type { TokenClaims } from '../../platform/identity.ts';
import { storeSessionEnd } from '../../platform/session-ends.ts';
import { presentDevice } from './devices.presenter.ts';

type DeviceDeps = Pick<Deps, 'db' | 'identity' | 'log'>;

interface Caller {
  token: string;
  claims: TokenClaims;
}

/** Where the caller is logged in, the last used first. @throws DomainError devices.elsewhere */
export async function listDevices({ identity }: DeviceDeps, { token }: Caller): Promise<Device[]> {
  return (await identity.sessions.list(token)).map(presentDevice);
}

/** Logs one device of the caller out, this one or another. @throws DomainError device.missing, devices.elsewhere */
export async function endDevice({ db, identity }: DeviceDeps, { token, claims }: Caller, id: string): Promise<void> {
  if (!(await identity.sessions.end(token, id))) throw new DomainError('device.missing');
  // The identity service reports it too, but that can take longer.
  await storeSessionEnd(db, { ...claims, sid: id, epoch: null, endedAt: new Date() });
}

/** Logs the caller out on all devices, this one too. @throws DomainError devices.elsewhere */
export async function endAllDevices({ db, identity }: DeviceDeps, { token, claims }: Caller): Promise<void> {
  await identity.sessions.endAll(token);
  const epoch = claims.epoch === null ? null : claims.epoch + 1;
  await storeSessionEnd(db, { ...claims, sid: null, epoch, endedAt: new Date() });
}

/** Ends the session of a token, for a log-out. A token that is not valid, or names no session, ends nothing. */
export async function endOwnSession({ db, identity, log }: DeviceDeps, token: string): Promise<void> {
  try {
    const claims = await identity.verify(token);
    if (claims.sid) await storeSessionEnd(db, { ...claims, sid: claims.sid, epoch: null, endedAt: new Date() });
  } catch (error) {
    // Logging out always works: the browser forgets its token in any case.
    if (!(error instanceof DomainError)) throw error;
    log.debug({ err: error }, 'log-out without a valid token');
  }
}

/** Ends what a logout token of the identity provider says. @throws DomainError request.invalid */
export async function receiveLogout({ db, identity }: DeviceDeps, logoutToken: string): Promise<void> {
  const end = await identity.readLogoutToken(logoutToken);
  if (!end) throw new DomainError('request.invalid');
  await storeSessionEnd(db, end);
}
