import { printBackupNotes } from './app/backup-notes.ts';
import { createDeps } from './app/create-deps.ts';
import { BACKUP_SCHEDULES, JOB_SCHEDULES, JOBS_AT_START, jobHandlers } from './app/jobs.ts';
import { readConfig } from './platform/config/config.ts';
import { createLogger } from './platform/log/logger.ts';
import { runProcess } from './platform/system/process.ts';

/** Entry point of a worker: prepares videos, sends mail, runs the sweep. Any number of workers may run. */
await runProcess('The worker', async () => {
  const config = readConfig(process.env);
  const log = createLogger({ level: config.logLevel, name: 'worker' });
  const { deps, close } = await createDeps(config, { worker: true, log });
  const schedules = config.backup.dir ? [...JOB_SCHEDULES, ...BACKUP_SCHEDULES] : JOB_SCHEDULES;
  await deps.jobs.work(jobHandlers(deps), schedules);
  for (const job of JOBS_AT_START) await deps.jobs.enqueue(deps.db, job, {});
  await printBackupNotes(deps);
  process.send?.({ type: 'listening' });
  return close;
});
