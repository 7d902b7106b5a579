import { rm } from 'node:fs/promises';
import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { whileWanted } from '../../platform/jobs/while-wanted.ts';
import { trimOf } from '../videos/trim.policy.ts';
import { draftCaptionsFailedJob, draftCaptionsJob } from './captions.job-definition.ts';
import { failDraft, findDraftInput, publishDraft } from './captions.queries.ts';
import { toStored } from './captions.service.ts';
import { NoDraftError, transcribe } from './transcribe.ts';
import { withHiddenCues } from './trimmed-cues.policy.ts';

type DraftDeps = Pick<Deps, 'config' | 'db' | 'storage' | 'log'>;

/** Makes a draft if it is still requested. A repeated, cancelled or killed run leaves nothing behind. */
export function draftCaptionsHandler(deps: DraftDeps): JobHandler<{ videoId: string }> {
  return {
    job: draftCaptionsJob,
    concurrency: 1,
    async run({ videoId }, attempt) {
      const input = await findDraftInput(deps.db, videoId);
      if (!input) return;
      const folder = await deps.storage.stagingFolder();
      try {
        const cues = await whileWanted(
          attempt.signal,
          async () => (await findDraftInput(deps.db, videoId))?.key === input.key,
          (signal) => transcribe(deps, input.key, (input.duration_ms ?? 0) / 1000, folder, { signal }),
        );
        await deps.db.transaction().execute(async (tx) => {
          if ((await findDraftInput(tx, videoId))?.key !== input.key) return;
          // Speech of the delivered range only, with times of the whole video.
          await publishDraft(tx, videoId, toStored(withHiddenCues([], cues, trimOf(input)), 'draft'));
        });
      } catch (error) {
        if (!(error instanceof NoDraftError)) throw error;
        deps.log.warn({ videoId, code: error.code, cause: String(error.cause ?? '') }, 'captions draft failed');
        await failDraft(deps.db, videoId, error.code);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/**
 * Called after the last attempt, or if its worker was killed: the editor shows the failure, and the owner can try
 * again.
 */
export function draftCaptionsFailedHandler(deps: DraftDeps): JobHandler<{ videoId: string }> {
  return {
    job: draftCaptionsFailedJob,
    concurrency: 1,
    run: ({ videoId }) => failDraft(deps.db, videoId, 'other'),
  };
}
