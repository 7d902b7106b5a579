import type { UnknownAction } from '@reduxjs/toolkit';
import { transition } from './upload-machine.ts';
import type { UploadsState } from './upload-types.ts';
import { INITIAL_UPLOADS, isUploadEvent } from './uploads-state.ts';

/** Keeps the state of the upload machine in the store. */
export function uploadsReducer(state: UploadsState = INITIAL_UPLOADS, action: UnknownAction): UploadsState {
  return isUploadEvent(action) ? transition(state, action).state : state;
}
