import type { Device } from '@kinreel/contracts';
import type { TokenClaims } from '../../platform/auth/identity.ts';
import { storeSessionEnd } from '../../platform/auth/session-ends.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { refreshAddress } from '../profile/verified-address.service.ts';
import { presentDevice } from './devices.presenter.ts';

type DeviceDeps = Pick<Deps, 'db' | 'identity' | 'log'>;

interface Caller {
  token: string;
  claims: TokenClaims;
}

/** Devices where the caller is logged in, last used first. @throws DomainError devices.elsewhere */
export async function listDevices({ identity }: DeviceDeps, { token }: Caller): Promise<Device[]> {
  return (await identity.sessions.list(token)).map(presentDevice);
}

/** Logs one device of the caller out, this one or another. @throws DomainError device.missing, devices.elsewhere */
export async function endDevice({ db, identity }: DeviceDeps, { token, claims }: Caller, id: string): Promise<void> {
  if (!(await identity.sessions.end(token, id))) throw new DomainError('device.missing');
  // The identity service sends a logout token too, but that can take longer.
  await storeSessionEnd(db, { ...claims, sid: id, epoch: null, endedAt: new Date() });
}

/** Logs the caller out on all devices, this one too. @throws DomainError devices.elsewhere */
export async function endAllDevices({ db, identity }: DeviceDeps, { token, claims }: Caller): Promise<void> {
  await identity.sessions.endAll(token);
  const epoch = claims.epoch === null ? null : claims.epoch + 1;
  await storeSessionEnd(db, { ...claims, sid: null, epoch, endedAt: new Date() });
}

/**
 * Ends the sessions that a logout token names. A token for the whole account is also sent when its address was changed
 * or verified, so the stored address is refreshed.
 * @throws DomainError request.invalid
 */
export async function receiveLogout(deps: DeviceDeps, logoutToken: string): Promise<void> {
  const end = await deps.identity.readLogoutToken(logoutToken);
  if (!end) throw new DomainError('request.invalid');
  await storeSessionEnd(deps.db, end);
  if (end.sid === null) await refreshAddress(deps, end);
}
