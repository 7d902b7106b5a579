import { verifyAddress } from './features/profile/verified-address.service.ts';
import { runCommand, withDatabase } from './platform/command.ts';
import { ConfigError, readConfig } from './platform/config.ts';

/**
 * `npm run address:verify -- anna@example.org` takes the operator's word that this address belongs to the person who has
 * registered with it (docs/operations.md). Exits with 1 if nobody has.
 */

const USAGE = 'Usage: npm run address:verify -- anna@example.org (one or more addresses).';

await runCommand(main);

/** @returns the exit code */
async function main(addresses: readonly string[]): Promise<number> {
  if (addresses.length === 0 || !addresses.every((address) => /^[^\s@-][^\s@]*@[^\s@]+$/.test(address))) {
    throw new ConfigError(USAGE);
  }
  return withDatabase(readConfig(process.env), async (db) => {
    let code = 0;
    for (const address of addresses) {
      if (await verifyAddress(db, address)) {
        console.log(`${address} is verified.`);
      } else {
        console.error(`Nobody has registered with ${address}.`);
        code = 1;
      }
    }
    return code;
  });
}
