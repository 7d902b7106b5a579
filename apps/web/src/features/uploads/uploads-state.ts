import { createSelector, type UnknownAction } from '@reduxjs/toolkit';
import { sessionExpired, signedOut } from '../../shared/api/session-events.ts';
import type { Upload, UploadEvent, UploadsState } from './upload-types.ts';

/** The uploads in the store. The upload machine changes them; it is loaded when it is needed (upload-loader.ts). */

export const INITIAL_UPLOADS: UploadsState = {
  userId: null,
  isOpen: false,
  prompt: null,
  current: null,
  queue: [],
  published: 0,
};

/** Whether an action of the store is an event of the upload machine. */
export function isUploadEvent(action: unknown): action is UploadEvent {
  const { type } = action as UnknownAction;
  return type === signedOut.type || type === sessionExpired.type || /^uploads\//.test(type);
}

export interface StateWithUploads {
  uploads: UploadsState;
}

/** The upload in progress; null if there is none. */
export const selectUpload = ({ uploads }: StateWithUploads): Upload | null => uploads.current;

export const selectIsUploading = ({ uploads }: StateWithUploads): boolean => uploads.current !== null;

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
