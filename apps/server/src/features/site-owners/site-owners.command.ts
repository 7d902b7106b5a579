import {
  COMMAND_LINE,
  type Command,
  isEmailAddress,
  parseArguments,
  UsageError,
  withDatabase,
} from '../../platform/cli/command.ts';
import { endOwner, isUnconfirmed, makeOwner, readSiteOwners } from './site-owners.service.ts';

/** Makes a registered person a site owner. Fails if the address is unknown or not confirmed. */
export const ownerCommand: Command = {
  name: 'owner',
  usage: 'anna@example.org',
  summary: 'Makes the person who registered with an address a site owner.',
  async run(args, readConfig) {
    const address = readAddress(args);
    const isDone = await withDatabase(readConfig(), async (db) =>
      (await isUnconfirmed(db, address)) ? null : makeOwner(db, address),
    );
    if (isDone === null) {
      console.error(
        `The address ${address} is not confirmed, so another person may have registered with it. ` +
          `If you know that it is theirs: ${COMMAND_LINE} address verify ${address}`,
      );
    } else if (isDone) console.log(`${address} is a site owner.`);
    else console.error(`Nobody has registered with ${address}.`);
    return isDone ? 0 : 1;
  },
};

/** Removes the rights of a site owner. Fails if nobody with the address has them. */
export const endOwnerCommand: Command = {
  name: 'owner end',
  usage: 'anna@example.org',
  summary: 'Removes the rights of a site owner.',
  async run(args, readConfig) {
    const address = readAddress(args);
    const [isDone, left] = await withDatabase(readConfig(), async (db) => {
      const done = await endOwner(db, address);
      return [done, (await readSiteOwners(db)).length] as const;
    });
    if (isDone) console.log(`${address} is no longer a site owner.`);
    else console.error(`${address} is not a site owner.`);
    if (isDone && left === 0) {
      console.error(
        `This site has no site owner now. Name another one: ${COMMAND_LINE} owner anna@example.org. ` +
          'Until then each start prints a link with which anybody can become the owner.',
      );
    }
    return isDone ? 0 : 1;
  },
};

function readAddress(args: readonly string[]): string {
  const { positionals } = parseArguments(args, { allowPositionals: true });
  const [address = '', ...more] = positionals;
  if (!isEmailAddress(address) || more.length > 0) throw new UsageError();
  return address;
}
