import type {
  RegistrationCheckRequest,
  RegistrationCheckResponse,
  RegistrationSetting,
  RegistrationSettingRequest,
} from '@kinreel/contracts';
import { hashLinkCode } from '../../platform/auth/link-code.ts';
import type { ServerConfig } from '../../platform/config/config.ts';
import { actAs } from '../../platform/db/actor.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { refusalOf, registrationSetting } from './registration.policy.ts';
import {
  findAdmission,
  findChosenMode,
  findInviting,
  isSiteOwner,
  setChosenMode,
  setInviting,
} from './registration.queries.ts';

interface RegistrationDeps {
  config: Pick<ServerConfig, 'registration'>;
  db: Db;
}

/** Who may register, and where that is set. */
export async function readRegistration({ config, db }: RegistrationDeps): Promise<RegistrationSetting> {
  return { ...registrationSetting(config, await findChosenMode(db)), inviting: await findInviting(db) };
}

/** Whether a person may invite new people: everybody if registration is open, else by the site owners' setting. */
export async function mayLetIn(deps: RegistrationDeps, userId: string): Promise<boolean> {
  const { registration, inviting } = await readRegistration(deps);
  if (registration === 'open') return true;
  if (registration === 'closed') return false;
  return inviting === 'everyone' || isSiteOwner(deps.db, userId);
}

/**
 * Sets who may register, who may invite, or both.
 * @param actorId the site owner
 * @throws DomainError registration.fixed if the variable is set
 */
export async function changeRegistration(
  deps: RegistrationDeps,
  { registration, inviting }: RegistrationSettingRequest,
  actorId: string,
): Promise<RegistrationSetting> {
  if (registration && deps.config.registration.fixed) throw new DomainError('registration.fixed');
  await deps.db.transaction().execute(async (tx) => {
    await actAs(tx, actorId);
    if (registration) await setChosenMode(tx, registration);
    if (inviting) await setInviting(tx, inviting);
  });
  return readRegistration(deps);
}

/**
 * Whether a person may register now, with this code or without one, and whether the code was mailed to their address.
 * Does not use up the code.
 */
export async function checkRegistration(
  deps: RegistrationDeps,
  { code, email }: RegistrationCheckRequest,
): Promise<RegistrationCheckResponse> {
  const { registration } = await readRegistration(deps);
  const codeHash = code === undefined ? null : hashLinkCode(code);
  const admission = codeHash ? await findAdmission(deps.db, codeHash, { mode: registration }) : null;
  const invited = admission?.kind === 'invitation' ? admission.email : null;
  return {
    registration,
    admitted: refusalOf(registration, admission) === null,
    confirmed: invited !== null && invited.toLowerCase() === email?.toLowerCase(),
  };
}

/**
 * Admits a person, in the transaction that creates their profile.
 * @returns the invitation that they use; null without one
 * @throws DomainError registration.invited, registration.closed
 */
export async function admit(
  config: Pick<ServerConfig, 'registration'>,
  tx: Tx,
  code: string | undefined,
): Promise<string | null> {
  const { registration } = registrationSetting(config, await findChosenMode(tx));
  const codeHash = code === undefined ? null : hashLinkCode(code);
  const admission = codeHash ? await findAdmission(tx, codeHash, { mode: registration, lock: true }) : null;
  const refusal = refusalOf(registration, admission);
  if (refusal) throw new DomainError(refusal);
  return admission?.kind === 'invitation' ? admission.invitationId : null;
}
