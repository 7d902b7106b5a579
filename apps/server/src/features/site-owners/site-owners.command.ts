import { type Command, isEmailAddress, parseArguments, UsageError, withDatabase } from '../../platform/command.ts';
import { endOwner, makeOwner } from './site-owners.service.ts';

/** Makes somebody who has registered a site owner. Fails if nobody has registered with the address. */
export const ownerCommand: Command = {
  name: 'owner',
  usage: 'anna@example.org',
  summary: 'Makes the person who registered with an address a site owner.',
  async run(args, readConfig) {
    const address = readAddress(args);
    const isDone = await withDatabase(readConfig(), (db) => makeOwner(db, address));
    if (isDone) console.log(`${address} is a site owner.`);
    else console.error(`Nobody has registered with ${address}.`);
    return isDone ? 0 : 1;
  },
};

/** Ends the rights of a site owner. Fails if nobody with the address has them. */
export const endOwnerCommand: Command = {
  name: 'owner end',
  usage: 'anna@example.org',
  summary: 'Ends the rights of a site owner.',
  async run(args, readConfig) {
    const address = readAddress(args);
    const isDone = await withDatabase(readConfig(), (db) => endOwner(db, address));
    if (isDone) console.log(`${address} is no longer a site owner.`);
    else console.error(`${address} is not a site owner.`);
    return isDone ? 0 : 1;
  },
};

function readAddress(args: readonly string[]): string {
  const { positionals } = parseArguments(args, { allowPositionals: true });
  const [address = '', ...more] = positionals;
  if (!isEmailAddress(address) || more.length > 0) throw new UsageError();
  return address;
}
