import type { FailedJob, JobFailure } from '@kinreel/contracts';
import {
  type Command,
  JSON_OPTION,
  parseArguments,
  parseRetryArguments,
  printList,
  withDatabase,
} from '../../platform/cli/command.ts';
import { type AnyJobHandler, connectJobs } from '../../platform/jobs/jobs.ts';
import { createLogger } from '../../platform/log/logger.ts';
import { createStorage } from '../../platform/storage/create-storage.ts';
import { readSiteJobs, retryAllJobs, retryJob } from './jobs.service.ts';

/** The site owners' list of background jobs (/admin) for the operator. */
export function jobsCommands(definitions: readonly AnyJobHandler['job'][]): Command[] {
  return [listJobsCommand, retryJobsCommand(definitions)];
}

const REASONS: Readonly<Record<JobFailure, string>> = {
  time: 'it took too long',
  storage: 'files could not be read or written',
  file: 'a stored file is missing',
  database: 'the database did not respond',
  identity: 'the identity service did not respond',
  program: 'a program that reads videos and pictures failed',
  worker: 'the worker stopped during every attempt',
  other: 'see the log for the reason ("job failed")',
};

const listJobsCommand: Command = {
  name: 'jobs list',
  usage: '[--json]',
  summary: 'Lists background jobs that failed in the last week with the reason, newest first.',
  async run(args, readConfig) {
    const { values } = parseArguments(args, { options: JSON_OPTION });
    return withDatabase(readConfig(), async (db) => {
      const { waiting, failed, jobs } = await readSiteJobs(db);
      printList(jobs, { json: values.json, describe: describeJob, last: `${waiting} waiting, ${failed} failed.` });
      return 0;
    });
  },
};

/** Retries jobs. Fails if one of them does not exist. */
const retryJobsCommand = (definitions: readonly AnyJobHandler['job'][]): Command => ({
  name: 'jobs retry',
  usage: '--failed | <number of a job> ...',
  summary: 'Retries background jobs: all failed ones with --failed, or those with these numbers.',
  async run(args, readConfig) {
    const { all, ids } = parseRetryArguments(args);
    const config = readConfig();
    const storage = await createStorage(config);
    return withDatabase(config, async (db, databaseUrl) => {
      const log = createLogger({ level: config.logLevel, name: 'jobs' });
      const jobs = await connectJobs({ databaseUrl, definitions, supervise: false, log });
      try {
        const deps = { db, jobs, storage, log };
        let count = all ? (await retryAllJobs(deps)).retried : 0;
        let missing = 0;
        for (const id of ids) {
          if (await retryJob(deps, id)) count += 1;
          else {
            missing += 1;
            console.error(`There is no failed job ${id}.`);
          }
        }
        console.log(count === 1 ? '1 job will be retried.' : `${count} jobs will be retried.`);
        return missing === 0 ? 0 : 1;
      } finally {
        await jobs.stop(2_000);
      }
    });
  },
});

function describeJob({ id, kind, failed_at, attempts, failure }: FailedJob): string {
  const tries = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  return `${id}  ${failed_at}  ${kind}, ${tries}\n  reason: ${REASONS[failure]}`;
}
