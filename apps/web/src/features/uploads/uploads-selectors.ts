import { createSelector } from '@reduxjs/toolkit';
import type { Upload } from './upload-types.ts';
import type { StateWithUploads } from './uploads-state.ts';

/** What components read of the uploads. Apart from uploads-state.ts, which every first load has. */

/** The upload in progress; null if there is none. */
export const selectUpload = ({ uploads }: StateWithUploads): Upload | null => uploads.current;

export const selectIsUploading = ({ uploads }: StateWithUploads): boolean => uploads.current !== null;

/** There is an upload, or one was published since the login. */
export const selectHasUploads = ({ uploads }: StateWithUploads): boolean => Boolean(uploads.current ?? uploads.latest);

export const selectIsUploadOpen = ({ uploads }: StateWithUploads): boolean => uploads.isOpen;

/** The prompt of the current upload, or the one that is chosen for the next. */
export const selectUploadPrompt = ({ uploads }: StateWithUploads) =>
  uploads.current ? uploads.current.prompt : uploads.prompt;

/** How many uploads wait for the current one. */
export const selectQueueLength = ({ uploads }: StateWithUploads): number => uploads.queue.length;

/** How many uploads were published since the login. */
export const selectPublishedCount = ({ uploads }: StateWithUploads): number => uploads.published;

/** Ids of the takes that are being uploaded or wait for it. */
export const selectUploadedTakes = createSelector(
  ({ uploads }: StateWithUploads) => uploads.current?.source,
  ({ uploads }: StateWithUploads) => uploads.queue,
  (source, queue) =>
    [source, ...queue.map((chosen) => chosen.source)].flatMap((one) => (one?.kind === 'take' ? [one.takeId] : [])),
);
