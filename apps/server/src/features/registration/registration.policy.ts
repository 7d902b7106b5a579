import type { RegistrationMode, RegistrationSetting } from '@kinreel/contracts';
import type { ServerConfig } from '../../platform/config/config.ts';

/** What a registration code allows: becoming the first site owner, or using an invitation. */
export type Admission = { kind: 'owner-code' } | { kind: 'invitation'; invitationId: string; email: string | null };

/**
 * Who may register, and where that is set: the variable, else the site owners' setting, else the default for the
 * address.
 * @param chosen the site owners' setting; null if none
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
 * Why a person may not register; null if they may. The code for the first site owner always allows it: otherwise a
 * closed installation could never have one.
 */
export function refusalOf(
  mode: RegistrationMode,
  admission: Admission | null,
): 'registration.invited' | 'registration.closed' | null {
  if (mode === 'open' || admission?.kind === 'owner-code') return null;
  if (mode === 'closed') return 'registration.closed';
  return admission ? null : 'registration.invited';
}
