import type { ChosenUpload, Upload, UploadEvent } from './upload-types.ts';
import type { StateWithUploads } from './uploads-state.ts';

/** Choosing who may see an upload. Separate from uploads-selectors.ts, which every first page loads. */

/** The person has chosen who may see the latest video. */
export const latestDone = (): UploadEvent => ({ type: 'uploads/latestDone' });

/** The active or queued upload of this take; undefined if there is none. */
export const selectUploadOf =
  (takeId: string) =>
  ({ uploads }: StateWithUploads): Upload | ChosenUpload | undefined =>
    [uploads.current, ...uploads.queue].find((one) => one?.source.kind === 'take' && one.source.takeId === takeId) ??
    undefined;

/** The id of the latest video, if it is this video or was made from this take; otherwise null. */
export const selectVideoOf =
  (id: string) =>
  ({ uploads: { latest } }: StateWithUploads): string | null =>
    latest && (latest.source.kind === 'take' ? latest.source.takeId : latest.videoId) === id ? latest.videoId : null;

/** The latest upload if it was a file, for which the person has not chosen yet who may see it. */
export const selectLatestFile = ({ uploads: { latest } }: StateWithUploads) =>
  latest?.source.kind === 'file' ? latest : null;
