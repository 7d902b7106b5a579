import type { Prompt } from '@kinreel/contracts/prompts';
import type { ChosenAudience, UnfinishedUpload } from '@kinreel/contracts/uploads';
import type { ApiError } from '../../shared/api/api-error.ts';
import type { sessionExpired, signedOut } from '../../shared/api/session-events.ts';

/** The types of the upload machine (upload-machine.ts): its state, its events and its effects. Plain data only. */

/** The prompt that an upload answers. */
export type ChosenPrompt = Pick<Prompt, 'id' | 'prompt'>;

/** Origin of a video. A take is deleted from the device after it was published. */
export type UploadSource = { kind: 'file' } | { kind: 'take'; takeId: string };

/** Called when an upload has ended: a published take is deleted, any other one is listed again. */
export type ReleaseSource = (source: UploadSource, isPublished: boolean) => void;

/** Properties that identify a file that is chosen again. */
export interface FileDetails {
  name: string;
  /** In bytes. */
  size: number;
  /** In milliseconds; null if it is unknown because the upload was started in another browser. */
  lastModified: number | null;
}

/** A video to upload. Its file is in memory under the same key (upload-files.ts). */
export interface ChosenUpload {
  key: string;
  file: FileDetails;
  prompt: ChosenPrompt | null;
  source: UploadSource;
  /** Who may see the video; undefined until the person has chosen. */
  audience?: ChosenAudience | undefined;
}

/** An unfinished upload in local storage, to resume it after a reload. */
export interface StoredUpload extends FileDetails {
  /** Its id on the server. */
  id: string;
  prompt: ChosenPrompt | null;
  source: UploadSource;
  audience?: ChosenAudience | undefined;
  /** Whether the person has paused it. It stays paused after a reload. */
  paused: boolean;
  /** SHA-256 of the file in hex; null until it is computed. */
  sha256: string | null;
}

/**
 * - sending: the bytes are being sent.
 * - paused: the person has paused it.
 * - connectionLost: no connection, or the server is unavailable; resumes automatically.
 * - fileNeeded: the browser no longer has the file, so the person must choose it again.
 * - promptNeeded: all bytes have arrived, and no prompt is chosen.
 * - publishing: the server checks the file and creates the video.
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

/** An error of the API, or `network.down`. Its text is shown in the current language. */
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
  /** Whether the request that creates it is pending. It is never aborted, because its id would stay unknown. */
  isCreating: boolean;
  /** Whether all bytes have arrived. */
  isComplete: boolean;
  /** Whether it was started before this page was loaded. */
  isResumed: boolean;
  /** Whether the browser has a copy of the file, so that it can resume after a reload. */
  isFileSaved: boolean;
  sha256: string | null;
  /** Bytes that were sent, and bytes that the server has confirmed. */
  sent: number;
  accepted: number;
  /** In bytes per second and in seconds; null while unknown. */
  speed: number | null;
  secondsLeft: number | null;
  /** Failed attempts since the server last confirmed bytes. */
  failures: number;
  /** The reason in phase `failed`. */
  error: UploadError | null;
  /** In phase `fileNeeded`: name of a wrong file that was chosen. */
  otherFile: string | null;
}

export interface UploadsState {
  /** The logged-in person; null if there is none. */
  userId: string | null;
  /** Whether the dialog "Upload Video Here!" is open. The upload continues while it is closed. */
  isOpen: boolean;
  /** The prompt for the next upload; null during an upload, which has its own. */
  prompt: ChosenPrompt | null;
  current: Upload | null;
  /** Waiting uploads, in this order. */
  queue: ChosenUpload[];
  /** Number of uploads that were published since the login. */
  published: number;
  /** The latest published upload; null if there is none. */
  latest: { source: UploadSource; videoId: string; prompt: ChosenPrompt | null } | null;
}

/** Events of one attempt. They are ignored after a newer attempt or another upload has started. */
type AttemptEvent = { key: string; attempt: number };

export type UploadEvent =
  // Actions of the person.
  | { type: 'uploads/loggedIn'; userId: string }
  | ReturnType<typeof signedOut>
  | ReturnType<typeof sessionExpired>
  /** isNew: for a new video; clears a selection of which nothing was sent (UP-06). */
  | { type: 'uploads/dialogOpened'; isNew: boolean; prompt?: ChosenPrompt }
  | { type: 'uploads/dialogClosed' }
  | { type: 'uploads/videoCleared' }
  | { type: 'uploads/fileChosen'; chosen: ChosenUpload }
  /** The file of the current upload was chosen again. */
  | { type: 'uploads/fileChosenAgain'; fileKey: string; file: FileDetails }
  | { type: 'uploads/promptChosen'; prompt: ChosenPrompt }
  /** The person chose who may see the video of this upload, which may be queued. */
  | { type: 'uploads/audienceChosen'; key: string; audience: ChosenAudience }
  /** The person chose who may see the latest video. */
  | { type: 'uploads/latestDone' }
  | { type: 'uploads/pausePressed' }
  | { type: 'uploads/resumePressed' }
  | { type: 'uploads/discardPressed' }
  /** Resumes an upload from the list of unfinished ones. */
  | { type: 'uploads/unfinishedChosen'; upload: UnfinishedUpload; prompt: ChosenPrompt | null }
  // Results of effects.
  | {
      type: 'uploads/found';
      userId: string;
      key: string;
      stored: StoredUpload;
      /** Offset on the server, in bytes. */
      offset: number;
      fileKey: string | null;
      /** Whether the person chose it from the list. */
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
  // Each of these three aborts the previous one of the same upload.
  | {
      type: 'send';
      key: string;
      attempt: number;
      fileKey: string;
      /** Null: create it on the server first. */
      uploadId: string | null;
      prompt: ChosenPrompt | null;
      /** Null: compute the SHA-256 during the upload. */
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
  /** Locks it, so that no other tab sends it. */
  | { type: 'lock'; uploadId: string }
  | { type: 'unlock'; uploadId: string }
  | { type: 'saveFile'; key: string; uploadId: string; fileKey: string }
  | { type: 'store'; userId: string; upload: StoredUpload }
  /** Deletes the stored data of an upload from this browser. */
  | { type: 'forget'; userId: string; key: string; uploadId: string | null }
  | { type: 'forgetAll' }
  /** Deletes it on the server. */
  | { type: 'discard'; uploadId: string }
  /**
   * Finds an upload that this person started in this browser: locks it, reads its offset from the server, and reports
   * it with `found`.
   */
  | { type: 'findStored'; userId: string }
  /** The same for an upload from the list of unfinished ones. */
  | { type: 'takeOver'; userId: string; upload: UnfinishedUpload; prompt: ChosenPrompt | null }
  /** The upload has ended: a published take is deleted, any other one is listed again. */
  | { type: 'releaseSource'; source: UploadSource; isPublished: boolean };
