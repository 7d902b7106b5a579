import { PassThrough } from 'node:stream';
import { JOB_DEFINITIONS } from '../app/jobs.ts';
import { SCHEMAS } from '../app/schemas.ts';
import { makeNightlyBackup } from '../features/operations/backup/nightly-backup.service.ts';
import { readConfig, required } from '../platform/config/config.ts';
import { connectDatabase } from '../platform/db/database.ts';
import { connectJobs } from '../platform/jobs/jobs.ts';
import { createLogger } from '../platform/log/logger.ts';
import { createStorage } from '../platform/storage/create-storage.ts';

/** Makes a nightly backup that never ends, because the first stored file is endless. To be killed. NOW is the time. */
const config = readConfig(process.env);
const databaseUrl = required(config.databaseUrl, 'DATABASE_URL');
const log = createLogger({ level: 'silent', name: 'test' });
const storage = await createStorage(config);
const jobs = await connectJobs({ databaseUrl, definitions: JOB_DEFINITIONS, supervise: false, log });
storage.open = async () => {
  console.log('half-way');
  const endless = new PassThrough();
  endless.write('the first bytes');
  return endless;
};
await makeNightlyBackup(
  { config, db: connectDatabase(databaseUrl, 2), jobs, log, storage },
  SCHEMAS,
  new AbortController().signal,
  () => new Date(process.env.NOW ?? ''),
);
