import type { Prompt } from '@kinreel/contracts/prompts';
import type { ChosenAudience, UnfinishedUpload } from '@kinreel/contracts/uploads';
import type { ApiError } from '../../shared/api/api-error.ts';
import type { sessionExpired, signedOut } from '../../shared/api/session-events.ts';

/** The types of the upload machine (upload-machine.ts): its state, its events and its effects. Plain data only. */

/** The prompt that an upload answers. */
export type ChosenPrompt = Pick<Prompt, 'id' | 'prompt'>;

/** Where a video comes from. A take is deleted from the device once it is published. */
export type UploadSource = { kind: 'file' } | { kind: 'take'; takeId: string };

/** Called when an upload has ended: a published take is deleted, any other one is listed again. */
export type ReleaseSource = (source: UploadSource, isPublished: boolean) => void;

/** What identifies a file that is chosen again. */
export interface FileDetails {
  name: string;
  /** bytes */
  size: number;
  /** milliseconds; null if not known, because the upload began in another browser */
  lastModified: number | null;
}

/** A video that somebody wants to upload. The file itself is in memory under the same key (upload-files.ts). */
export interface ChosenUpload {
  key: string;
  file: FileDetails;
  prompt: ChosenPrompt | null;
  source: UploadSource;
  /** Who may see the video; undefined until the person chose it. */
  audience?: ChosenAudience | undefined;
}

/** An unfinished upload as this browser stores it, to resume it after a reload. */
export interface StoredUpload extends FileDetails {
  /** Its id on the server. */
  id: string;
  prompt: ChosenPrompt | null;
  source: UploadSource;
  audience?: ChosenAudience | undefined;
  /** The person has paused it, so it stays paused. */
  paused: boolean;
  /** SHA-256 of the file in hex; null until it is computed. */
  sha256: string | null;
}

/**
 * - sending: the bytes are being sent.
 * - paused: the person paused it.
 * - connectionLost: no connection, or the server is not available; resumes automatically.
 * - fileNeeded: the browser no longer has the file, so the person must choose it again.
 * - promptNeeded: all bytes have arrived, and no prompt is chosen.
 * - publishing: the server checks the file and turns it into a video.
 * - failed: does not resume automatically; the person can retry or discard it.
 */
export type UploadPhase =
  | 'sending'
  | 'paused'
  | 'connectionLost'
  | 'fileNeeded'
  | 'promptNeeded'
  | 'publishing'
  | 'failed';

/** An error of the API, or `network.down`. Its text is shown in the language in use. */
export type UploadError = Pick<ApiError, 'code' | 'params'>;

/** The upload in progress. */
export interface Upload extends ChosenUpload {
  /** Its id on the server; null until the server has created it. */
  uploadId: string | null;
  /** Key of the file in memory; null if the person must choose the file again. */
  fileKey: string | null;
  phase: UploadPhase;
  /** Number of the current send, publish or wait effect. Events of earlier ones are ignored. */
  attempt: number;
  /** The request that creates it on the server is not answered yet. It is never aborted: its id would be unknown. */
  isCreating: boolean;
  /** All bytes have arrived. */
  isComplete: boolean;
  /** It began before this page was loaded. */
  isResumed: boolean;
  /** The browser has a copy of the file, so a reload does not interrupt the upload. */
  isFileSaved: boolean;
  sha256: string | null;
  /** bytes sent, and bytes that the server has confirmed */
  sent: number;
  accepted: number;
  /** bytes per second, seconds; null while unknown */
  speed: number | null;
  secondsLeft: number | null;
  /** Failed attempts since the server last confirmed bytes. */
  failures: number;
  /** Why it failed, in phase `failed`. */
  error: UploadError | null;
  /** In phase `fileNeeded`: name of the file that was chosen and is a different one. */
  otherFile: string | null;
}

export interface UploadsState {
  /** Who is logged in; null if nobody. */
  userId: string | null;
  /** Whether the dialog "Upload Video Here!" is open. The upload continues while it is closed. */
  isOpen: boolean;
  /** Chosen for the next upload; null during an upload, which has its own. */
  prompt: ChosenPrompt | null;
  current: Upload | null;
  /** Uploads that wait for the current one, in this order. */
  queue: ChosenUpload[];
  /** How many uploads were published since the login. */
  published: number;
  /** The latest of them; null if there is none. */
  latest: { source: UploadSource; videoId: string; prompt: ChosenPrompt | null } | null;
}

/** Events of one attempt. They are ignored when another attempt or another upload has begun. */
type AttemptEvent = { key: string; attempt: number };

export type UploadEvent =
  // What people do.
  | { type: 'uploads/loggedIn'; userId: string }
  | ReturnType<typeof signedOut>
  | ReturnType<typeof sessionExpired>
  /** isNew: for a new video; a selection of which nothing was sent is cleared (UP-06) */
  | { type: 'uploads/dialogOpened'; isNew: boolean; prompt?: ChosenPrompt }
  | { type: 'uploads/dialogClosed' }
  | { type: 'uploads/videoCleared' }
  | { type: 'uploads/fileChosen'; chosen: ChosenUpload }
  /** the file of the current upload was chosen again */
  | { type: 'uploads/fileChosenAgain'; fileKey: string; file: FileDetails }
  | { type: 'uploads/promptChosen'; prompt: ChosenPrompt }
  /** who may see the video of this upload, which may still wait in the queue */
  | { type: 'uploads/audienceChosen'; key: string; audience: ChosenAudience }
  /** who may see the latest video was chosen */
  | { type: 'uploads/latestDone' }
  | { type: 'uploads/pausePressed' }
  | { type: 'uploads/resumePressed' }
  | { type: 'uploads/discardPressed' }
  /** resume one of the list of unfinished uploads */
  | { type: 'uploads/unfinishedChosen'; upload: UnfinishedUpload; prompt: ChosenPrompt | null }
  // Results of effects.
  | {
      type: 'uploads/found';
      userId: string;
      key: string;
      stored: StoredUpload;
      /** bytes that the server has */
      offset: number;
      fileKey: string | null;
      /** the person chose it from the list */
      isRequested: boolean;
    }
  | ({ type: 'uploads/created'; uploadId: string } & AttemptEvent)
  | ({ type: 'uploads/bytesAccepted'; offset: number } & AttemptEvent)
  | ({ type: 'uploads/progressed'; sent: number; speed: number | null; secondsLeft: number | null } & AttemptEvent)
  | ({ type: 'uploads/allSent' } & AttemptEvent)
  | ({ type: 'uploads/published'; videoId: string } & AttemptEvent)
  | ({ type: 'uploads/requestFailed'; error: Pick<ApiError, 'status'> & UploadError } & AttemptEvent)
  | ({ type: 'uploads/tokenRenewed' } & AttemptEvent)
  | ({ type: 'uploads/fileUnreadable' } & AttemptEvent)
  | ({ type: 'uploads/waitEnded' } & AttemptEvent)
  | { type: 'uploads/connectionReturned' }
  | { type: 'uploads/hashed'; key: string; fileKey: string; sha256: string }
  | { type: 'uploads/fileSaved'; key: string; uploadId: string };

export type UploadEffect =
  // Each of these three ends the previous one of the same upload.
  | {
      type: 'send';
      key: string;
      attempt: number;
      fileKey: string;
      /** null: create it on the server first */
      uploadId: string | null;
      prompt: ChosenPrompt | null;
      /** null: compute the SHA-256 meanwhile */
      sha256: string | null;
    }
  | {
      type: 'publish';
      key: string;
      attempt: number;
      fileKey: string | null;
      uploadId: string;
      prompt: ChosenPrompt;
      audience: ChosenAudience | undefined;
      sha256: string | null;
    }
  | { type: 'wait'; key: string; attempt: number; delayMs: number }
  | { type: 'stop'; key: string }
  | { type: 'stopAll' }
  /** no other tab may send it */
  | { type: 'lock'; uploadId: string }
  | { type: 'unlock'; uploadId: string }
  | { type: 'saveFile'; key: string; uploadId: string; fileKey: string }
  | { type: 'store'; userId: string; upload: StoredUpload }
  /** delete what this browser stores of it */
  | { type: 'forget'; userId: string; key: string; uploadId: string | null }
  | { type: 'forgetAll' }
  /** delete it on the server */
  | { type: 'discard'; uploadId: string }
  /** find an upload of this person that this browser began before: lock it, ask the server for it, report it by `found` */
  | { type: 'findStored'; userId: string }
  /** the same for one from the list of unfinished uploads */
  | { type: 'takeOver'; userId: string; upload: UnfinishedUpload; prompt: ChosenPrompt | null }
  /** the upload has ended: a published take is deleted, any other one is offered again */
  | { type: 'releaseSource'; source: UploadSource; isPublished: boolean };
