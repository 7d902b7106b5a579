import type { RegistrationMode, RegistrationSetting } from '@kinreel/contracts';
import type { ServerConfig } from '../../platform/config/config.ts';

/** What the codes of a registration can be: nothing, of an invitation, or of the first site owner's address. */
export type Admission = { kind: 'owner-code' } | { kind: 'invitation'; invitationId: string };

/**
 * Who may register, and why: the variable, else what a site owner has set, else the default for the address.
 * @param chosen by a site owner; null if nothing
 */
export function registrationSetting(
  { registration }: Pick<ServerConfig, 'registration'>,
  chosen: RegistrationMode | null,
): Omit<RegistrationSetting, 'inviting'> {
  if (registration.fixed) return { registration: registration.mode, source: 'variable' };
  if (chosen) return { registration: chosen, source: 'owner' };
  return { registration: registration.mode, source: 'default' };
}

/**
 * Why somebody may not register; null if they may. The address of the first site owner always lets in: otherwise a closed
 * installation could never have one.
 */
export function refusalOf(
  mode: RegistrationMode,
  admission: Admission | null,
): 'registration.invited' | 'registration.closed' | null {
  if (mode === 'open' || admission?.kind === 'owner-code') return null;
  if (mode === 'closed') return 'registration.closed';
  return admission ? null : 'registration.invited';
}
