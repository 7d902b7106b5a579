import type { ChosenAudience, UnfinishedUpload } from '@kinreel/contracts/uploads';
import { addFile } from './upload-files.ts';
import type { ChosenPrompt, FileDetails, UploadEvent, UploadSource } from './upload-types.ts';

/** What screens may do with uploads. */

/** Somebody is logged in: resume what they began in this browser. */
export const startUploads = (userId: string): UploadEvent => ({ type: 'uploads/loggedIn', userId });

/** Open the dialog for a new video, or with the upload that is not finished. A selection is cleared (UP-06). */
export const openUpload = (prompt?: ChosenPrompt): UploadEvent => ({
  type: 'uploads/dialogOpened',
  isNew: true,
  ...(prompt && { prompt: toPrompt(prompt) }),
});

/** Open the dialog with the current upload. */
export const showUpload = (): UploadEvent => ({ type: 'uploads/dialogOpened', isNew: false });

export const closeUploadDialog = (): UploadEvent => ({ type: 'uploads/dialogClosed' });

/**
 * Upload a file (UP-04), or put it in the queue if another upload is in progress.
 * @param prompt null: the person is asked for it meanwhile (UP-03)
 * @param source a take is deleted from the device once it is published
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

/** Who may see the video of this upload, once it is published. */
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

/** Resume a paused upload, retry a failed one (UP-07), or try now instead of waiting for the connection. */
export const resumeUpload = (): UploadEvent => ({ type: 'uploads/resumePressed' });

/** Cancel the current upload and delete what was sent of it. */
export const discardUpload = (): UploadEvent => ({ type: 'uploads/discardPressed' });

/** CLEAR_VIDEO (UP-06): clear a selected video of which nothing was sent. An upload stays until it is discarded. */
export const clearVideo = (): UploadEvent => ({ type: 'uploads/videoCleared' });

/** Resume an upload from the list of unfinished ones. */
export const resumeUnfinished = (upload: UnfinishedUpload, prompt: ChosenPrompt | null): UploadEvent => ({
  type: 'uploads/unfinishedChosen',
  upload,
  prompt: prompt && toPrompt(prompt),
});

function detailsOf({ name, size, lastModified }: File): FileDetails {
  return { name, size, lastModified };
}

/** Without the other properties that a prompt from the list has. */
function toPrompt({ id, prompt }: ChosenPrompt): ChosenPrompt {
  return { id, prompt };
}
