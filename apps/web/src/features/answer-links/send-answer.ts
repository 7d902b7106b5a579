import { ANSWER_CODE_HEADER, ANSWER_FILES_PATH } from '@kinreel/contracts/answer-links';
import { type DetailedError, Upload } from 'tus-js-client';
import type { ApiError } from '../../shared/api/api-error.ts';
import { toTusError } from '../../shared/api/tus-error.ts';

/** As for uploads of logged-in people (uploads/send-file.ts). */
const CHUNK_BYTES = 8 * 1024 * 1024;

/**
 * Waits between attempts without a connection, in milliseconds: about ten minutes in all, and again from zero after
 * each byte.
 */
const RETRY_MS = [500, 1000, 2000, 5000, 10_000, ...Array.from({ length: 20 }, () => 30_000)];

interface SendOptions {
  code: string;
  file: File;
  /** An upload that was begun; null for a new one. */
  uploadId: string | null;
  /** Stops sending. */
  signal: AbortSignal;
  onBegun: (uploadId: string) => void;
  onProgress: (percent: number) => void;
  /** Whether the connection is lost. */
  onWaiting: (isWaiting: boolean) => void;
}

/** Sends a file by tus, from the server's offset on. @returns the upload's id @throws ApiError */
export function sendAnswer(options: SendOptions): Promise<string> {
  const { code, file, uploadId, signal, onBegun, onProgress, onWaiting } = options;
  return new Promise((resolve, reject: (error: ApiError) => void) => {
    const idOf = () => tus.url?.slice(tus.url.lastIndexOf('/') + 1) ?? '';
    const tus = new Upload(file, {
      ...(uploadId === null
        ? { endpoint: `${ANSWER_FILES_PATH}/` }
        : { uploadUrl: `${ANSWER_FILES_PATH}/${uploadId}` }),
      metadata: { filename: file.name, filetype: file.type },
      headers: { [ANSWER_CODE_HEADER]: code },
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => onBegun(idOf()),
      onProgress: (sent) => {
        onWaiting(false);
        onProgress((100 * sent) / file.size);
      },
      onShouldRetry: (error) => {
        const { status } = toTusError(error as DetailedError);
        // No response, a server that restarts, or another request that still uses the upload.
        const isPassing = status === 0 || status >= 500 || status === 409 || status === 423;
        if (isPassing) onWaiting(true);
        return isPassing;
      },
      onSuccess: () => resolve(idOf()),
      onError: (error) => reject(toTusError(error as DetailedError)),
    });
    signal.addEventListener('abort', () => void tus.abort());
    tus.start();
  });
}
