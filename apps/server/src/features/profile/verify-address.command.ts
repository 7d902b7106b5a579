import { type Command, isEmailAddress, parseArguments, UsageError, withDatabase } from '../../platform/cli/command.ts';
import { verifyAddress } from './verified-address.service.ts';

/** Marks addresses as verified on the operator's decision. Fails if one is unknown. */
export const verifyAddressCommand: Command = {
  name: 'address verify',
  usage: 'anna@example.org ...',
  summary: 'Marks addresses as confirmed, if you know that they belong to the people who registered with them.',
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
