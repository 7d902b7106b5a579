import { createSelector } from '@reduxjs/toolkit';
import type { Upload } from './upload-types.ts';
import type { StateWithUploads } from './uploads-state.ts';

/** Selectors for components. Separate from uploads-state.ts, which every first page loads. */

/** The upload in progress; null if there is none. */
export const selectUpload = ({ uploads }: StateWithUploads): Upload | null => uploads.current;

export const selectIsUploading = ({ uploads }: StateWithUploads): boolean => uploads.current !== null;

/** Whether there is an upload, or one was published since the login. */
export const selectHasUploads = ({ uploads }: StateWithUploads): boolean => Boolean(uploads.current ?? uploads.latest);

export const selectIsUploadOpen = ({ uploads }: StateWithUploads): boolean => uploads.isOpen;

/** The prompt of the current upload, or the one chosen for the next. */
export const selectUploadPrompt = ({ uploads }: StateWithUploads) =>
  uploads.current ? uploads.current.prompt : uploads.prompt;

/** Number of queued uploads. */
export const selectQueueLength = ({ uploads }: StateWithUploads): number => uploads.queue.length;

/** Number of uploads that were published since the login. */
export const selectPublishedCount = ({ uploads }: StateWithUploads): number => uploads.published;

/** Ids of the takes of active and queued uploads. */
export const selectUploadedTakes = createSelector(
  ({ uploads }: StateWithUploads) => uploads.current?.source,
  ({ uploads }: StateWithUploads) => uploads.queue,
  (source, queue) =>
    [source, ...queue.map((chosen) => chosen.source)].flatMap((one) => (one?.kind === 'take' ? [one.takeId] : [])),
);
