import type { ReleaseSource } from '../features/uploads/upload-types.ts';
import { importWithRetry } from '../shared/lazy-component.ts';

/** After the upload of a recording has ended: deletes a published one, otherwise lists it again. */
export const releaseTake: ReleaseSource = (source, isPublished) => {
  if (source.kind !== 'take') return;
  const { takeId } = source;
  void importWithRetry(() => import('./takes-to-send.ts')).then((takes) => takes.endTake(takeId, isPublished));
};
