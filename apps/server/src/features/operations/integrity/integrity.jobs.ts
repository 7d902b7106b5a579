import { type Lock, LockTimeoutError } from '../../../platform/db/locks.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../platform/jobs/jobs.ts';
import { integrityJob } from './integrity.job-definition.ts';
import { continueScan, integritySummary } from './integrity.service.ts';

/** Slow enough not to affect people who watch or upload. */
const BYTES_PER_SECOND = 4 * 1024 * 1024;

/** How long one job scans; the next one continues. */
const SCAN_MS = 50 * 60_000;

export function integrityHandler(deps: Deps): JobHandler<Record<string, never>> {
  return {
    job: integrityJob,
    concurrency: 1,
    async run(_payload, { signal }) {
      const lock = await takeTurn(deps);
      if (!lock) return;
      try {
        const stopAt = Date.now() + SCAN_MS;
        if (!(await continueScan(deps, { bytesPerSecond: BYTES_PER_SECOND, stopAt, signal }))) return;
        const { counts, files, bytes } = await integritySummary(deps.db);
        deps.log.info({ files, bytes }, 'file hashes checked');
        if (counts.missing + counts.altered > 0) deps.log.error(counts, 'stored files missing or altered');
      } finally {
        await lock.release();
      }
    },
  };
}

/** @returns null if another worker is scanning */
async function takeTurn({ locks }: Deps): Promise<Lock | null> {
  try {
    return await locks.acquire('integrity', { waitMs: 0 });
  } catch (error) {
    if (error instanceof LockTimeoutError) return null;
    throw error;
  }
}
