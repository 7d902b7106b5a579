import type { ChosenAudience, UnfinishedUpload } from '@kinreel/contracts/uploads';
import { addFile } from './upload-files.ts';
import type { ChosenPrompt, FileDetails, UploadEvent, UploadSource } from './upload-types.ts';

/** Actions of screens on uploads. */

/** A person is logged in: resumes their uploads from this browser. */
export const startUploads = (userId: string): UploadEvent => ({ type: 'uploads/loggedIn', userId });

/** Opens the dialog for a new video, or with an unfinished upload. Clears a selection (UP-06). */
export const openUpload = (prompt?: ChosenPrompt): UploadEvent => ({
  type: 'uploads/dialogOpened',
  isNew: true,
  ...(prompt && { prompt: toPrompt(prompt) }),
});

/** Opens the dialog with the current upload. */
export const showUpload = (): UploadEvent => ({ type: 'uploads/dialogOpened', isNew: false });

export const closeUploadDialog = (): UploadEvent => ({ type: 'uploads/dialogClosed' });

/**
 * Uploads a file (UP-04), or queues it if another upload is in progress.
 * @param prompt null: the person is asked for it during the upload (UP-03)
 * @param source a take is deleted from the device after it was published
 */
export const chooseFile = (
  file: File,
  prompt: ChosenPrompt | null,
  source: UploadSource = { kind: 'file' },
  audience?: ChosenAudience,
): UploadEvent => ({
  type: 'uploads/fileChosen',
  chosen: {
    key: addFile(file),
    file: detailsOf(file),
    prompt: prompt && toPrompt(prompt),
    source,
    ...(audience && { audience }),
  },
});

/** Sets who may see the video of this upload after it is published. */
export const chooseAudience = (key: string, audience: ChosenAudience): UploadEvent => ({
  type: 'uploads/audienceChosen',
  key,
  audience,
});

/** The person has chosen the file of the current upload again. */
export const chooseFileAgain = (file: File): UploadEvent => ({
  type: 'uploads/fileChosenAgain',
  fileKey: addFile(file),
  file: detailsOf(file),
});

export const choosePrompt = (prompt: ChosenPrompt): UploadEvent => ({
  type: 'uploads/promptChosen',
  prompt: toPrompt(prompt),
});

export const pauseUpload = (): UploadEvent => ({ type: 'uploads/pausePressed' });

/**
 * Resumes a paused upload, retries a failed one (UP-07), or retries immediately instead of waiting for the connection.
 */
export const resumeUpload = (): UploadEvent => ({ type: 'uploads/resumePressed' });

/** Cancels the current upload and deletes its sent bytes. */
export const discardUpload = (): UploadEvent => ({ type: 'uploads/discardPressed' });

/**
 * CLEAR_VIDEO (UP-06): clears a selected video of which nothing was sent. Other uploads stay until they are discarded.
 */
export const clearVideo = (): UploadEvent => ({ type: 'uploads/videoCleared' });

/** Resumes an upload from the list of unfinished ones. */
export const resumeUnfinished = (upload: UnfinishedUpload, prompt: ChosenPrompt | null): UploadEvent => ({
  type: 'uploads/unfinishedChosen',
  upload,
  prompt: prompt && toPrompt(prompt),
});

function detailsOf({ name, size, lastModified }: File): FileDetails {
  return { name, size, lastModified };
}

/** Drops the other properties of a prompt from the list. */
function toPrompt({ id, prompt }: ChosenPrompt): ChosenPrompt {
  return { id, prompt };
}
