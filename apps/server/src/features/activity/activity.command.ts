import type { ActivityEntry } from '@kinreel/contracts';
import { type Command, parseArguments, UsageError, withDatabase } from '../../platform/command.ts';
import { readSiteActivity } from './activity.service.ts';

const PAGE = 100;

/** Prints what has changed about accounts and registration. */
export const activityCommand: Command = {
  name: 'activity',
  usage: '',
  summary: 'Lists what has changed about accounts and who can register in the last year, the newest first.',
  async run(args, readConfig) {
    const { positionals } = parseArguments(args, { allowPositionals: true });
    if (positionals.length > 0) throw new UsageError();
    return withDatabase(readConfig(), async (db) => {
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await readSiteActivity(db, { cursor, limit: PAGE });
        for (const entry of page.rows) console.log(describe(entry));
        cursor = page.next ?? undefined;
        more = page.next !== null;
      }
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
