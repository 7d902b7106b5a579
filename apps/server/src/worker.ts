import { createDeps } from './app/create-deps.ts';
import { JOB_SCHEDULES, JOBS_AT_START, jobHandlers } from './app/jobs.ts';
import { readConfig } from './platform/config.ts';
import { createLogger } from './platform/logger.ts';
import { runProcess } from './platform/process.ts';

/** Entry point of a worker: prepares videos, sends mail, runs the sweep. Any number of workers may run. */
await runProcess('The worker', async () => {
  const config = readConfig(process.env);
  const log = createLogger({ level: config.logLevel, name: 'worker' });
  const { deps, close } = await createDeps(config, { worker: true, log });
  await deps.jobs.work(jobHandlers(deps), JOB_SCHEDULES);
  for (const job of JOBS_AT_START) await deps.jobs.enqueue(deps.db, job, {});
  process.send?.({ type: 'listening' });
  return close;
});
