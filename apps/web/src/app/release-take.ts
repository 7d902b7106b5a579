import type { ReleaseSource } from '../features/uploads/upload-types.ts';
import { importWithRetry } from '../shared/lazy-component.ts';

/** When the upload of a recording has ended: delete the published one, and list any other again. */
export const releaseTake: ReleaseSource = (source, isPublished) => {
  if (source.kind !== 'take') return;
  const { takeId } = source;
  void importWithRetry(() => import('./takes-to-send.ts')).then((takes) => takes.endTake(takeId, isPublished));
};
