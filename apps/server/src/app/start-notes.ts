import { readRegistration } from '../features/registration/registration.service.ts';
import { ownerAddress } from '../features/site-owners/site-owners.service.ts';
import type { Deps } from '../platform/deps.ts';

/**
 * Prints what the operator should know at each start: who may register, unless everybody may on a machine of one's own,
 * and the address of the first site owner until somebody has used it. Printed, not logged, because that has a secret.
 */
export async function printStartNotes(deps: Pick<Deps, 'appSecret' | 'config' | 'db'>): Promise<void> {
  const { registration, source } = await readRegistration(deps);
  const { publicUrl } = deps.config;
  const why = {
    variable: `REGISTRATION is ${registration}`,
    owner: 'a site owner has set this',
    default: `the default for ${publicUrl}; set REGISTRATION=open if everybody may`,
  }[source];
  if (registration === 'closed') console.log(`  Nobody new can register (${why}).`);
  if (registration === 'invited') console.log(`  Only people with an invitation can register (${why}).`);
  if (registration === 'open' && source !== 'default')
    console.log(`  Everybody can register at ${publicUrl} (${why}).`);

  const address = await ownerAddress(deps);
  if (!address) return;
  console.log(`  Become the owner: ${address}`);
  console.log('  The address works once. Open it, then sign up or log in.');
}
