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

/**
 * choosing: nothing is sent. sending: bytes are on their way. paused: the person wants it so. waiting: the line or the
 * server is down, it goes on by itself. fileNeeded: after a reload the browser has the file no longer. sent: every byte
 * is there, the prompt is not chosen. checking: the server looks at it. failed: it does not go on by itself.
 */
export type UploadPhase = 'choosing' | 'sending' | 'paused' | 'waiting' | 'fileNeeded' | 'sent' | 'checking' | 'failed';

export interface UploadsState {
  /** The modal "Upload Video Here!". An upload goes on while it is closed. */
  isOpen: boolean;
  prompt: ChosenPrompt | null;
  file: ChosenFile | null;
  phase: UploadPhase;
  /** Its id on the server; null until there is one. */
  uploadId: string | null;
  /** It was begun before this page was loaded. */
  resumed: boolean;
  /** bytes sent, of all bytes of the file */
  sent: number;
  total: number;
  /** bytes a second, seconds; null while unknown */
  speed: number | null;
  secondsLeft: number | null;
  /** Why it failed, in plain words. */
  error: string | null;
  /** Name of the file that was chosen to go on with and is another one. */
  otherFile: string | null;
  /** How many more wait until this one is sent. */
  queued: number;
  /** How many uploads have succeeded since the page was loaded. */
  finished: number;
}

const initialState: UploadsState = {
  isOpen: false,
  prompt: null,
  file: null,
  phase: 'choosing',
  uploadId: null,
  resumed: false,
  sent: 0,
  total: 0,
  speed: null,
  secondsLeft: null,
  error: null,
  otherFile: null,
  queued: 0,
  finished: 0,
};

/** An upload that was begun earlier, as it is found again. */
interface FoundUpload {
  id: string;
  file: ChosenFile;
  prompt: ChosenPrompt | null;
  phase: UploadPhase;
  /** bytes */
  sent: number;
}

/** Nothing moves: what was known of speed and time holds no longer. */
const STILL = { speed: null, secondsLeft: null } as const;

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
    },
    /** A file is chosen, and sent from now on. */
    fileChosen: (state, { payload }: PayloadAction<{ file: ChosenFile; prompt: ChosenPrompt | null }>) => {
      const { isOpen, queued, finished } = state;
      Object.assign(state, initialState, { isOpen, queued, finished, ...payload, phase: 'sending' });
      state.total = payload.file.size;
    },
    uploadFound: (state, { payload }: PayloadAction<FoundUpload>) => {
      const { id, file, prompt, phase, sent } = payload;
      const { isOpen, queued, finished } = state;
      Object.assign(state, initialState, { isOpen, queued, finished, file, prompt, phase, sent });
      Object.assign(state, { uploadId: id, total: file.size, resumed: true });
    },
    /** The server has a place for it. */
    uploadCreated: (state, { payload }: PayloadAction<string>) => {
      state.uploadId = payload;
    },
    sendingStarted: (state) => {
      Object.assign(state, STILL, { phase: 'sending', error: null, otherFile: null });
    },
    progressed: (state, { payload }: PayloadAction<Pick<UploadsState, 'sent' | 'speed' | 'secondsLeft'>>) => {
      Object.assign(state, payload);
    },
    paused: (state) => {
      Object.assign(state, STILL, { phase: 'paused' });
    },
    lineLost: (state) => {
      Object.assign(state, STILL, { phase: 'waiting' });
    },
    /** Asks for the file; with the name of the one that was chosen for it and is another. */
    fileMissing: (state, { payload }: PayloadAction<string | undefined>) => {
      Object.assign(state, STILL, { phase: 'fileNeeded', otherFile: payload ?? null });
    },
    /** Every byte is there; the server looks at it as soon as a prompt is chosen. */
    allSent: (state) => {
      Object.assign(state, STILL, { phase: state.prompt ? 'checking' : 'sent', sent: state.total });
    },
    uploadFailed: (state, { payload }: PayloadAction<string>) => {
      Object.assign(state, STILL, { phase: 'failed', error: payload });
    },
    /** Cancelled, or what had failed is given up. The prompt stays for another video. */
    uploadForgotten: ({ isOpen, prompt, queued, finished }) => ({ ...initialState, isOpen, prompt, queued, finished }),
    /** CLEAR_VIDEO (UP-06): the selected video is cleared. */
    videoCleared: ({ isOpen, queued, finished }) => ({ ...initialState, isOpen, queued, finished }),
    uploadSucceeded: ({ queued, finished }) => ({ ...initialState, queued, finished: finished + 1 }),
    queueChanged: (state, { payload }: PayloadAction<number>) => {
      state.queued = payload;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      // What was sent is kept for the next login of the same person; nothing of it is shown to another.
      .addCase(sessionExpired, () => initialState),
  selectors: {
    selectUpload: (state) => state,
    selectUploadOpen: (state) => state.isOpen,
    selectUploadFile: (state) => state.file,
    selectUploadsFinished: (state) => state.finished,
    selectUploadUnderWay: (state) => state.phase !== 'choosing',
  },
});

export const { uploadOpened, uploadClosed } = uploadsSlice.actions;
export const { selectUpload, selectUploadFile, selectUploadOpen, selectUploadsFinished, selectUploadUnderWay } =
  uploadsSlice.selectors;

/** Whether a video is chosen that still needs its prompt (UP-03). Bytes may be on their way already. */
export function needsPrompt({ phase, prompt }: Pick<UploadsState, 'phase' | 'prompt'>): boolean {
  return phase !== 'choosing' && prompt === null;
}
