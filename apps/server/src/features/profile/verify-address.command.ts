import { type Command, isEmailAddress, parseArguments, UsageError, withDatabase } from '../../platform/cli/command.ts';
import { verifyAddress } from './verified-address.service.ts';

/** Takes the operator's word that addresses belong to the people who registered with them. Fails if nobody has. */
export const verifyAddressCommand: Command = {
  name: 'address verify',
  usage: 'anna@example.org ...',
  summary: 'Takes your word that addresses belong to the people who registered with them.',
  async run(args, readConfig) {
    const { positionals: addresses } = parseArguments(args, { allowPositionals: true });
    if (addresses.length === 0 || !addresses.every(isEmailAddress)) throw new UsageError();
    return withDatabase(readConfig(), async (db) => {
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
  },
};
