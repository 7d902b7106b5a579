import type { ActivityEntry } from '@kinreel/contracts';
import {
  type Command,
  JSON_OPTION,
  parseArguments,
  printList,
  UsageError,
  withDatabase,
} from '../../platform/cli/command.ts';
import { readSiteActivity } from './activity.service.ts';

const PAGE = 100;

/** Prints changes of accounts and registration. */
export const activityCommand: Command = {
  name: 'activity',
  usage: '[--json]',
  summary: 'Lists changes of accounts and registration in the last year, newest first.',
  async run(args, readConfig) {
    const { positionals, values } = parseArguments(args, { options: JSON_OPTION, allowPositionals: true });
    if (positionals.length > 0) throw new UsageError();
    return withDatabase(readConfig(), async (db) => {
      const entries: ActivityEntry[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await readSiteActivity(db, { cursor, limit: PAGE });
        entries.push(...page.rows);
        cursor = page.next ?? undefined;
        more = page.next !== null;
      }
      printList(entries, { json: values.json, describe });
      return 0;
    });
  },
};

function describe({ at, kind, person, by, detail }: ActivityEntry): string {
  return [
    `${at}  ${kind}`,
    person && `${person.first_name} ${person.last_name}`,
    detail,
    by && `by ${by.first_name} ${by.last_name}`,
  ]
    .filter(Boolean)
    .join('  ');
}
