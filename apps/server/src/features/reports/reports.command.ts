import {
  type Command,
  JSON_OPTION,
  parseArguments,
  printList,
  UsageError,
  withDatabase,
} from '../../platform/cli/command.ts';
import { isId } from '../../platform/ids.ts';
import { closeReport, readReports } from './reports.service.ts';

/** Lists open reports; with --all also closed ones. */
export const listReportsCommand: Command = {
  name: 'reports',
  usage: '[--all] [--json]',
  summary: 'Lists the reports of people, oldest first; with --all also closed ones.',
  async run(args, readConfig) {
    const { values } = parseArguments(args, { options: { all: { type: 'boolean' }, ...JSON_OPTION } });
    const config = readConfig();
    return withDatabase(config, async (db) => {
      const reports = await readReports(db, values.all ? 'all' : 'open');
      const last = reports.length === 1 ? '1 report.' : `${reports.length} reports.`;
      printList(reports, { json: values.json, describe: (report) => describeReport(report, config.publicUrl), last });
      return 0;
    });
  },
};

/** Closes reports. Fails if one of them is not open. */
export const closeReportsCommand: Command = {
  name: 'reports close',
  usage: '<number of a report> ...',
  summary: 'Closes reports.',
  async run(args, readConfig) {
    const { positionals: ids } = parseArguments(args, { allowPositionals: true });
    if (ids.length === 0 || !ids.every(isId)) throw new UsageError();
    return withDatabase(readConfig(), async (db) => {
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
    });
  },
};

function describeReport(report: Awaited<ReturnType<typeof readReports>>[number], publicUrl: string): string {
  const { reported, reporter, video } = report;
  const page = `${publicUrl}/user/${reported.id}/videos`;
  const what = report.about === 'person' ? 'person' : video ? `video "${video.prompt}"` : 'video, deleted';
  return [
    `${report.id}  ${report.created_at}  ${report.reason}${report.closed_at ? `  closed ${report.closed_at}` : ''}`,
    `  about: ${reported.name} (${what}) ${video ? `${page}?autoplay=${video.id}` : page}`,
    `  from:  ${reporter ? `${reporter.name} ${publicUrl}/user/${reporter.id}/videos` : 'a person without an account'}`,
    ...report.words.split('\n').map((line) => (line ? `  > ${line}` : '')),
  ]
    .filter(Boolean)
    .join('\n');
}
