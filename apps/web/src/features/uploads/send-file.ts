import { TUS_PATH } from '@kinreel/contracts/uploads';
import { type DetailedError, Upload } from 'tus-js-client';
import { readAccessToken } from '../../shared/api/access-token.ts';
import { type ApiError, NETWORK_DOWN } from '../../shared/api/api-error.ts';
import { endSession } from '../../shared/api/base-api.ts';
import { renewToken } from '../../shared/api/session-events.ts';
import { toTusError } from '../../shared/api/tus-error.ts';
import { addSample, estimate, type Sample } from './progress-estimate.ts';
import { isReadable } from './saved-files.ts';
import type { UploadEffect, UploadEvent } from './upload-types.ts';
import type { UploadsDispatch } from './uploads.api.ts';

/**
 * Bytes per request. The server keeps the received part of an interrupted request, but a buffering proxy loses it.
 * Request limits of such proxies are higher.
 */
const CHUNK_BYTES = 8 * 1024 * 1024;

/**
 * Time in milliseconds without an accepted byte after which the connection is lost, even if no error is reported.
 * Buffers of a slow connection stay full.
 */
const STALL_MS = 60_000;
const STALL_CHECK_MS = 5_000;

/** Minimum interval of progress reports, in milliseconds. */
const PROGRESS_MS = 250;

interface SendOptions {
  effect: Extract<UploadEffect, { type: 'send' }>;
  file: File;
  /** Stops sending. */
  signal: AbortSignal;
  dispatch: UploadsDispatch;
}

/** Sends a file by tus from the server's offset on. Reports progress and end as events. */
export function sendFile({ effect, file, signal, dispatch }: SendOptions): void {
  const { key, attempt, uploadId, prompt } = effect;
  const report = (event: UploadEvent) => {
    if (!signal.aborted) dispatch(event);
  };
  let token: string | null = null;
  let samples: Sample[] = [];
  let reportedAt = 0;
  let lastActivity = performance.now();

  const tus = new Upload(file, {
    // With an upload URL the client never creates a second upload.
    ...(uploadId === null ? { endpoint: `${TUS_PATH}/` } : { uploadUrl: `${TUS_PATH}/${uploadId}` }),
    metadata: {
      filename: file.name,
      filetype: file.type,
      ...(prompt && { prompt: String(prompt.id) }),
    },
    chunkSize: CHUNK_BYTES,
    // The upload machine retries and resumes.
    retryDelays: null,
    storeFingerprintForResuming: false,
    onBeforeRequest: (request) => {
      lastActivity = performance.now();
      token = readAccessToken();
      if (token) request.setHeader('authorization', `Bearer ${token}`);
    },
    onUploadUrlAvailable: () => {
      const id = tus.url?.slice(tus.url.lastIndexOf('/') + 1);
      if (uploadId === null && id) report({ type: 'uploads/created', key, attempt, uploadId: id });
    },
    onProgress: (sent) => {
      lastActivity = performance.now();
      // The first value is the server's offset.
      if (samples.length === 0) report({ type: 'uploads/bytesAccepted', key, attempt, offset: sent });
      else if (lastActivity - reportedAt < PROGRESS_MS && sent < file.size) return;
      reportedAt = lastActivity;
      samples = addSample(samples, { at: lastActivity, sent });
      report({ type: 'uploads/progressed', key, attempt, sent, ...estimate(samples, file.size) });
    },
    onChunkComplete: (_size, offset) => report({ type: 'uploads/bytesAccepted', key, attempt, offset }),
    onSuccess: () => {
      clearInterval(stallCheck);
      report({ type: 'uploads/allSent', key, attempt });
    },
    onError: (error) => {
      clearInterval(stallCheck);
      void reportFailure(toTusError(error as DetailedError));
    },
  });
  const stallCheck = setInterval(() => {
    if (performance.now() - lastActivity < STALL_MS) return;
    clearInterval(stallCheck);
    void tus.abort();
    void reportFailure(NETWORK_DOWN);
  }, STALL_CHECK_MS);
  signal.addEventListener('abort', () => {
    clearInterval(stallCheck);
    void tus.abort();
  });
  tus.start();

  async function reportFailure(failure: ApiError): Promise<void> {
    const error = failure.status === 401 && token ? await renewed(token) : failure;
    if (error === null) report({ type: 'uploads/tokenRenewed', key, attempt });
    // A moved or changed file looks like a lost connection.
    else if (error.status === 0 && !(await isReadable(file))) report({ type: 'uploads/fileUnreadable', key, attempt });
    else report({ type: 'uploads/requestFailed', key, attempt, error });
  }

  /** Renews a rejected token. @returns null if there is a new one */
  async function renewed(rejected: string): Promise<ApiError | null> {
    const outcome = await renewToken(rejected);
    if (outcome === 'unreachable') return NETWORK_DOWN;
    // Ends the session, unless the person has logged in again meanwhile.
    if (outcome === 'rejected' && !signal.aborted) endSession(rejected, dispatch);
    return null;
  }
}
