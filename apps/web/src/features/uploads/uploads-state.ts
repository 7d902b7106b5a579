import type { UnknownAction } from '@reduxjs/toolkit';
import { sessionExpired, signedOut } from '../../shared/api/session-events.ts';
import type { UploadEvent, UploadsState } from './upload-types.ts';

/** The uploads in the store. The upload machine, which changes them, is loaded on demand (upload-loader.ts). */

export const INITIAL_UPLOADS: UploadsState = {
  userId: null,
  isOpen: false,
  prompt: null,
  current: null,
  queue: [],
  published: 0,
  latest: null,
};

/** Whether an action of the store is an event of the upload machine. */
export function isUploadEvent(action: unknown): action is UploadEvent {
  const { type } = action as UnknownAction;
  return type === signedOut.type || type === sessionExpired.type || /^uploads\//.test(type);
}

export interface StateWithUploads {
  uploads: UploadsState;
}
