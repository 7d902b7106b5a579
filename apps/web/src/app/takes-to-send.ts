import type { Dispatch } from '@reduxjs/toolkit';
import { claimTake, deletePublishedTake, releaseTake } from '../features/recording/take-store.ts';
import { dropUnsentTake, unsentTakes } from '../features/uploads/unsent-takes.ts';
import { chooseFile } from '../features/uploads/upload-actions.ts';

/** Sends takes that this person saved while the server was unreachable, except takes that another tab is sending. */
export async function resumeTakes(userId: string, dispatch: Dispatch): Promise<void> {
  for (const { takeId, audience } of unsentTakes(userId)) {
    const take = await claimTake(takeId, userId);
    if (take) dispatch(chooseFile(take.file, take.prompt, { kind: 'take', takeId }, audience));
    else dropUnsentTake(takeId);
  }
}

/** Called when the upload of a take has ended. */
export async function endTake(takeId: string, isPublished: boolean): Promise<void> {
  dropUnsentTake(takeId);
  await (isPublished ? deletePublishedTake(takeId) : releaseTake(takeId));
}
