import { requireSecret } from '../../platform/app-secret.ts';
import { required } from '../../platform/config.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { backupJob } from './backup.job-definition.ts';
import { takeBackup } from './backup.service.ts';

export function backupHandler(deps: Deps, schemas: readonly Schema[]): JobHandler<Record<string, never>> {
  const { config, storage, log } = deps;
  return {
    job: backupJob,
    concurrency: 1,
    async run(_payload, { signal }) {
      const { dir, keep, recipient } = config.backup;
      if (!dir) return;
      const { lost, files, copied, bytes } = await takeBackup({
        ...{ dir, keep, recipient, storage, schemas, signal },
        ...(await requireSecret(config)),
        databaseUrl: required(config.databaseSessionUrl, 'DATABASE_URL'),
      });
      log.info({ files, copied, bytes }, 'backup made');
      if (lost.length > 0) log.error({ lost: lost.length }, 'files are missing or damaged, and not in the backup');
    },
  };
}
