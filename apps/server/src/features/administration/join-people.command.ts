import type { IdentityProvider } from '../../platform/auth/identity.ts';
import {
  COMMAND_LINE,
  type Command,
  isEmailAddress,
  parseArguments,
  UsageError,
  withDatabase,
} from '../../platform/cli/command.ts';
import type { ServerConfig } from '../../platform/config/config.ts';
import { isId } from '../../platform/ids.ts';
import { connectJobs } from '../../platform/jobs/jobs.ts';
import { createLogger } from '../../platform/log/logger.ts';
import { sendPushJob } from '../notifications/notifications.job-definition.ts';
import { joinPeople } from './join-people.service.ts';

/** Joins two profiles of one person. Without --yes it says what would move, and changes nothing. */
export function joinPeopleCommand(connectIdentity: (config: ServerConfig) => Promise<IdentityProvider>): Command {
  return {
    name: 'people join',
    usage: 'anna@example.org anna.new@example.org [--yes]',
    summary: 'Moves everything of a second, younger profile of a person to the older one; without --yes says what.',
    async run(args, readConfig) {
      const { values, positionals } = parseArguments(args, {
        options: { yes: { type: 'boolean', default: false } },
        allowPositionals: true,
      });
      const [older = '', younger = '', ...more] = positionals;
      const areNamed = [older, younger].every((person) => isEmailAddress(person) || isId(person));
      if (!areNamed || more.length > 0) throw new UsageError();
      const config = readConfig();
      const identity = await connectIdentity(config);
      const log = createLogger({ level: 'error', name: 'people' });
      return withDatabase(config, async (db, databaseUrl) => {
        const jobs = await connectJobs({ databaseUrl, definitions: [sendPushJob], supervise: false, log });
        const deps = { config, db, identity, jobs, log };
        const joined = await joinPeople(deps, { older, younger }, { isTrial: !values.yes }).finally(() =>
          jobs.stop(2_000),
        );
        const [kept, deleted] = [joined.older, joined.younger].map(
          ({ email, first_name, last_name }) => `${email} (${first_name} ${last_name})`,
        );
        console.log(`From ${deleted} to ${kept} ${values.yes ? 'were moved' : 'would move'}:`);
        for (const { name, count } of joined.moved) console.log(`  ${name}: ${count}`);
        if (joined.moved.length === 0) console.log('  nothing');
        console.log(
          values.yes
            ? `${deleted} is deleted.`
            : `${deleted} would then be deleted, with its name, photo, description and archives. Nothing has been changed.\n` +
                `To do it: ${COMMAND_LINE} people join ${older} ${younger} --yes`,
        );
        return 0;
      });
    },
  };
}
