import type { UnknownAction } from '@reduxjs/toolkit';
import { transition } from './upload-machine.ts';
import type { UploadsState } from './upload-types.ts';
import { INITIAL_UPLOADS, isUploadEvent } from './uploads-state.ts';

/** The upload machine as a reducer of the store. */
export function uploadsReducer(state: UploadsState = INITIAL_UPLOADS, action: UnknownAction): UploadsState {
  return isUploadEvent(action) ? transition(state, action).state : state;
}
