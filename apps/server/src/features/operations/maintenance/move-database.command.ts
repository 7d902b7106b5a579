import { type Command, parseArguments, UsageError, withDatabase } from '../../../platform/cli/command.ts';
import { createProgress } from '../../../platform/cli/progress.ts';
import { ConfigError } from '../../../platform/config/config.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { AnyJobHandler } from '../../../platform/jobs/jobs.ts';
import { continuePreparation } from '../backup/continue-preparation.service.ts';
import { type MovedRows, moveRows } from './move-database.service.ts';

const EMBEDDED = 'embedded';

/**
 * Copies the database of the installation to another server, or back into the data folder. Kinreel must not be running.
 */
export function moveDatabaseCommand(schemas: readonly Schema[], definitions: readonly AnyJobHandler['job'][]): Command {
  return {
    name: 'database move',
    usage: `--to postgres://... (or --to ${EMBEDDED})`,
    summary: 'Copies all rows to another, empty database, and compares them.',
    async run(args, readConfig) {
      const { to } = parseArguments(args, { options: { to: { type: 'string' } } }).values;
      if (!to || !(to === EMBEDDED || /^postgres(ql)?:\/\//.test(to))) throw new UsageError();
      const config = readConfig();
      if (to === EMBEDDED && !config.databaseUrl) {
        throw new ConfigError(
          'The current database is the embedded one. Set DATABASE_URL to the database to move from.',
        );
      }
      const onProgress = createProgress<MovedRows>(({ tables, rows }) => `${tables} tables, ${rows} rows copied`);
      const complete = (url: string) => continuePreparation(url, definitions);
      const moveTo = (from: string, url: string) => moveRows({ from, to: url, schemas, onProgress, complete });
      const moved = await withDatabase(config, (_db, from) =>
        to === EMBEDDED
          ? withDatabase(
              { ...config, databaseUrl: null, databaseSessionUrl: null },
              (_target, url) => moveTo(from, url),
              { create: true },
            )
          : moveTo(from, to),
      );
      console.log(
        moved.tables === 0
          ? 'All rows were already in the new database.'
          : `${moved.rows} rows of ${moved.tables} tables were copied and verified.` +
              (moved.keptTables > 0
                ? ` ${moved.keptTables} of these tables were copied by an earlier, interrupted move.`
                : ''),
      );
      console.log(
        `${to === EMBEDDED ? 'Remove DATABASE_URL' : 'Set DATABASE_URL to its address'}, then start Kinreel. ` +
          'The old database is unchanged: delete it when you are sure.',
      );
      return 0;
    },
  };
}
