import type { Prompt } from '@kinreel/contracts/prompts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionExpired, signedOut } from '../../shared/api/session-events.ts';

/** The prompt an upload answers: enough to send it and to show it. */
export type ChosenPrompt = Pick<Prompt, 'id' | 'prompt'>;

/** What is known of the chosen file. The file itself stays with the upload manager: it cannot be put into the store. */
export interface ChosenFile {
  name: string;
  /** bytes */
  size: number;
}

/** choosing: nothing is sent. sending: bytes are on their way. checking: all are there, the answer is not. */
export type UploadPhase = 'choosing' | 'sending' | 'checking' | 'failed';

interface UploadsState {
  /** The modal "Upload Video Here!". An upload goes on while it is closed. */
  isOpen: boolean;
  prompt: ChosenPrompt | null;
  file: ChosenFile | null;
  phase: UploadPhase;
  /** A file was chosen before a prompt (UP-03). */
  promptMissing: boolean;
  /** bytes sent, of all bytes of the request */
  sent: number;
  total: number;
  /** bytes a second, seconds; null while unknown */
  speed: number | null;
  secondsLeft: number | null;
  /** Why it failed, in plain words. */
  error: string | null;
  /** How many uploads have succeeded since the page was loaded. */
  finished: number;
}

const initialState: UploadsState = {
  isOpen: false,
  prompt: null,
  file: null,
  phase: 'choosing',
  promptMissing: false,
  sent: 0,
  total: 0,
  speed: null,
  secondsLeft: null,
  error: null,
  finished: 0,
};

/** The upload under way, and what is chosen for the next one. */
export const uploadsSlice = createSlice({
  name: 'uploads',
  initialState,
  reducers: {
    /** Opens the modal, with a prompt where one was asked for. */
    uploadOpened: (state, { payload }: PayloadAction<ChosenPrompt | undefined>) => {
      state.isOpen = true;
      if (payload && state.phase === 'choosing') state.prompt = payload;
    },
    uploadClosed: (state) => {
      state.isOpen = false;
    },
    promptChosen: (state, { payload }: PayloadAction<ChosenPrompt>) => {
      state.prompt = payload;
      state.promptMissing = false;
    },
    fileChosen: (state, { payload }: PayloadAction<ChosenFile>) => {
      state.file = payload;
      state.promptMissing = state.prompt === null;
    },
    /** CLEAR_VIDEO (UP-06): the selected video is cleared; what is on its way or has failed is kept. */
    videoCleared: (state) => {
      if (state.phase !== 'choosing') return;
      state.file = null;
      state.promptMissing = false;
    },
    sendingStarted: (state) => {
      Object.assign(state, { phase: 'sending', sent: 0, speed: null, secondsLeft: null, error: null });
      state.total = state.file?.size ?? 0;
    },
    progressed: (state, { payload }: PayloadAction<Pick<UploadsState, 'sent' | 'total' | 'speed' | 'secondsLeft'>>) => {
      Object.assign(state, payload);
    },
    allSent: (state) => {
      state.phase = 'checking';
    },
    uploadFailed: (state, { payload }: PayloadAction<string>) => {
      state.phase = 'failed';
      state.error = payload;
    },
    /** Cancelled, or what had failed is given up. The prompt stays for another video. */
    uploadForgotten: ({ isOpen, prompt, finished }) => ({ ...initialState, isOpen, prompt, finished }),
    uploadSucceeded: ({ finished }) => ({ ...initialState, finished: finished + 1 }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      .addCase(sessionExpired, (state) => {
        // What was chosen is kept for the next login of this tab; the dialog makes room for the login screen.
        state.isOpen = false;
      }),
  selectors: {
    selectUpload: (state) => state,
    selectUploadOpen: (state) => state.isOpen,
    selectUploadsFinished: (state) => state.finished,
  },
});

export const { uploadOpened, uploadClosed } = uploadsSlice.actions;
export const { selectUpload, selectUploadOpen, selectUploadsFinished } = uploadsSlice.selectors;
