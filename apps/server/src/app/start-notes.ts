import { readRegistration } from '../features/registration/registration.service.ts';
import { ownerAddress } from '../features/site-owners/site-owners.service.ts';
import { COMMAND_LINE } from '../platform/cli/command.ts';
import { findSecondProfiles, storeAddress } from '../platform/config/site-address.ts';
import type { Deps } from '../platform/deps.ts';

/**
 * Prints what the operator should know at each start: who can register (except if everybody can, on the operator's own
 * machine), and the link for the first site owner until it has been used. Printed and not logged, because the link
 * contains a secret.
 */
export async function printStartNotes(deps: Pick<Deps, 'appSecret' | 'config' | 'db'>): Promise<void> {
  await printAddressNotes(deps);
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

/**
 * Prints once what a new address means; and lists profiles that are duplicates, created by a version that lost people
 * when the site moved.
 */
async function printAddressNotes({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<void> {
  const before = await storeAddress(db, config);
  if (before) {
    console.log(`  The address was ${before}, now it is ${config.publicUrl}. Everybody has to log in again.`);
    console.log(`  Links that were sent lead to ${before}: let ${before} redirect to ${config.publicUrl}.`);
    if (new URL(before).host !== new URL(config.publicUrl).host)
      console.log(`  If requests for it still arrive here, set FORMER_URLS=${before}, and Kinreel redirects them.`);
  }
  for (const { email, of } of await findSecondProfiles(db)) {
    console.log(`  The account ${of} has a second, younger profile: ${email}. The older one is used.`);
    console.log(`  To move everything of the younger one to the older one: ${COMMAND_LINE} people join ${of} ${email}`);
  }
}
