import type { ChosenUpload, Upload, UploadEvent } from './upload-types.ts';
import type { StateWithUploads } from './uploads-state.ts';

/** Who may see what was uploaded. Apart from uploads-selectors.ts, which every first load has. */

/** The person has answered who may see the latest video. */
export const latestDone = (): UploadEvent => ({ type: 'uploads/latestDone' });

/** The upload of this take, which may wait in the queue; undefined if there is none. */
export const selectUploadOf =
  (takeId: string) =>
  ({ uploads }: StateWithUploads): Upload | ChosenUpload | undefined =>
    [uploads.current, ...uploads.queue].find((one) => one?.source.kind === 'take' && one.source.takeId === takeId) ??
    undefined;

/** The video with this id, or that this take has become; null if it was not the latest upload. */
export const selectVideoOf =
  (id: string) =>
  ({ uploads: { latest } }: StateWithUploads): string | null =>
    latest && (latest.source.kind === 'take' ? latest.source.takeId : latest.videoId) === id ? latest.videoId : null;

/** The latest upload, if it was a file: nobody was asked yet who may see it. */
export const selectLatestFile = ({ uploads: { latest } }: StateWithUploads) =>
  latest?.source.kind === 'file' ? latest : null;
