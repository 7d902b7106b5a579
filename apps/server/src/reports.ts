import { closeReport, readReports } from './features/reports/reports.service.ts';
import { runCommand, withDatabase } from './platform/command.ts';
import { ConfigError, readConfig, type ServerConfig } from './platform/config.ts';
import type { Db } from './platform/db/database.ts';

/**
 * `npm run reports` lists what people have reported and nobody has closed, `-- all` also the closed ones,
 * `-- close 0192…` closes reports (docs/operations.md). Exits with 1 if a report to close is not open.
 */

const USAGE = 'Usage: npm run reports [-- all | close <number of a report> …]';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

await runCommand(main);

/** @returns the exit code */
async function main([command = 'open', ...ids]: readonly string[]): Promise<number> {
  const isClosing = command === 'close' && ids.length > 0 && ids.every((id) => ID.test(id));
  if (!isClosing && !(['open', 'all'].includes(command) && ids.length === 0)) throw new ConfigError(USAGE);
  const config = readConfig(process.env);
  return withDatabase(config, (db) =>
    isClosing ? close(db, ids) : list(db, config, command === 'all' ? 'all' : 'open'),
  );
}

async function list(db: Db, { publicUrl }: ServerConfig, state: 'open' | 'all'): Promise<number> {
  const reports = await readReports(db, state);
  for (const one of reports) {
    const page = `${publicUrl}/user/${one.reported.id}/videos`;
    const what = one.about === 'person' ? 'person' : one.video ? `video "${one.video.prompt}"` : 'video, deleted';
    console.log(
      [
        `${one.id}  ${one.created_at}  ${one.reason}${one.closed_at ? `  closed ${one.closed_at}` : ''}`,
        `  about: ${one.reported.name} (${what}) ${one.video ? `${page}?autoplay=${one.video.id}` : page}`,
        `  from:  ${one.reporter ? `${one.reporter.name} ${publicUrl}/user/${one.reporter.id}/videos` : 'somebody who has left'}`,
        ...one.words.split('\n').map((line) => (line ? `  > ${line}` : '')),
      ]
        .filter(Boolean)
        .join('\n'),
    );
  }
  console.log(reports.length === 1 ? '1 report.' : `${reports.length} reports.`);
  return 0;
}

async function close(db: Db, ids: readonly string[]): Promise<number> {
  let code = 0;
  for (const id of ids) {
    if (await closeReport(db, id)) {
      console.log(`${id} is closed.`);
    } else {
      console.error(`There is no open report ${id}.`);
      code = 1;
    }
  }
  return code;
}
