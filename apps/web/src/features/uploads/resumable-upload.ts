import { TUS_PATH } from '@kinreel/contracts/uploads';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { type DetailedError, Upload } from 'tus-js-client';
import { readAccessToken } from '../../shared/api/access-token.ts';
import { type ApiError, NETWORK_DOWN, toApiError } from '../../shared/api/api-error.ts';
import { endSession } from '../../shared/api/base-api.ts';
import { isOffline, onConnectivityChange, untilReachable } from '../../shared/api/reachability.ts';
import { renewToken } from '../../shared/api/session-events.ts';
import { type FileHash, hashFile } from './file-hash.ts';
import { addSample, estimate, type Sample } from './progress-estimate.ts';
import { dropFile, isReadable, saveFile } from './saved-files.ts';
import { removeStored, type StoredUpload, storeUpload } from './stored-uploads.ts';
import { failureKind, mustRestart, retryDelay, SERVER_ATTEMPTS } from './upload-failure.ts';
import { lockUpload } from './upload-lock.ts';
import { isSameFile } from './upload-machine.ts';
import { uploadsApi } from './uploads.api.ts';
import { type ChosenPrompt, type UploadPhase, uploadsSlice } from './uploads.slice.ts';

const { actions } = uploadsSlice;

const GONE_WORDS = 'This upload expired. Please upload it again.';

export type UploadsDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/**
 * Bytes of one request. The server keeps what arrived of a broken one, so this is no matter of losing work. But a proxy
 * that gathers a request before it passes it on loses this much at most, and limits of such proxies are above it.
 */
const CHUNK_BYTES = 8 * 1024 * 1024;

/** A line that takes no byte for so long is broken, even if nobody says so. Slow lines have full buffers before them. */
const STALL_MS = 60_000;
const STALL_LOOK_MS = 5_000;

/** Progress is shown this often, in milliseconds. */
const SHOW_EVERY_MS = 250;

interface UploadStart {
  userId: string;
  dispatch: UploadsDispatch;
  /** Null for one that was begun earlier and whose file the browser has no longer. */
  file: File | null;
  prompt: ChosenPrompt | null;
  /** One that was begun earlier, and the lock that is held for it. */
  stored?: StoredUpload;
  release?: () => void;
  /** Whether every byte of it is there already. */
  isWhole?: boolean;
  /** The video is published, or the person has given it up. */
  onEnd: (outcome: 'published' | 'discarded') => void;
}

/**
 * One upload, from the chosen file to the video: sends the bytes by tus, goes on by itself after a lost line and after
 * a reload, and has the server check the whole at the end. What people see of it is in the store.
 */
export class ResumableUpload {
  private readonly start: UploadStart;
  private readonly dispatch: UploadsDispatch;
  private file: File | null;
  private prompt: ChosenPrompt | null;
  private stored: StoredUpload | null;
  private release: (() => void) | null;
  private phase: UploadPhase = 'sending';
  /** Each step of its life has a number; an answer to an earlier one is of no interest. */
  private step = 0;
  private endStep: () => void = () => {};
  private tus: Upload | null = null;
  private hash: FileHash | null = null;
  private isFileKept = false;
  /** The server is making a place for it. */
  private isCreating = false;
  /** Nothing more is done with it. */
  private hasEnded = false;
  /** Every byte is there. */
  private isWhole: boolean;
  /** bytes that the server is known to have */
  private accepted = 0;
  /** in vain since the last success */
  private attempts = 0;
  /** What is tried again while it waits for the line. */
  private again: (() => void) | null = null;
  /** Another attempt begins from the start. */
  private restarts = false;

  constructor(start: UploadStart) {
    this.start = start;
    this.dispatch = start.dispatch;
    this.file = start.file;
    this.prompt = start.prompt;
    this.stored = start.stored ?? null;
    this.release = start.release ?? null;
    this.isWhole = start.isWhole ?? false;
    window.addEventListener('beforeunload', this.warnBeforeLeaving);
    window.addEventListener('online', this.tryNow);
    document.addEventListener('visibilitychange', this.tryNow);
  }

  /** Send it, or what is missing of it. */
  send(): void {
    const { file } = this;
    if (this.isWhole) this.arrived();
    else if (file) this.sendFile(file);
    else this.askForFile();
  }

  private sendFile(file: File): void {
    if (this.isCreating) {
      // Paused and gone on with meanwhile
      this.phase = 'sending';
      this.dispatch(actions.sendingStarted());
      return;
    }
    const isCurrent = this.nextStep('sending');
    this.dispatch(actions.sendingStarted());
    this.startHash(file);

    let token: string | null = null;
    let samples: Sample[] = [];
    let shownAt = 0;
    let signAt = performance.now();
    const tus = new Upload(file, {
      // With an address of its own it never begins anew by itself.
      ...(this.stored ? { uploadUrl: `${TUS_PATH}/${this.stored.id}` } : { endpoint: `${TUS_PATH}/` }),
      metadata: {
        filename: file.name,
        filetype: file.type,
        ...(this.prompt && { prompt: String(this.prompt.id) }),
      },
      chunkSize: CHUNK_BYTES,
      // Both are done here: the library knows neither tokens nor people.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        signAt = performance.now();
        token = readAccessToken();
        if (token) request.setHeader('authorization', `Bearer ${token}`);
      },
      onUploadUrlAvailable: () => {
        if (!this.stored) this.created(tus.url ?? '', file);
        if (isCurrent()) return;
        void tus.abort();
        if (this.phase === 'sending') this.send();
      },
      onProgress: (sent) => {
        if (!isCurrent()) return;
        signAt = performance.now();
        // The first figure is what the server has.
        if (samples.length === 0) this.acceptedUpTo(sent);
        if (samples.length > 0 && signAt - shownAt < SHOW_EVERY_MS && sent < file.size) return;
        shownAt = signAt;
        samples = addSample(samples, { at: signAt, sent });
        this.dispatch(actions.progressed({ sent, ...estimate(samples, file.size) }));
      },
      onChunkComplete: (_size, accepted) => this.acceptedUpTo(accepted),
      onSuccess: () => {
        if (isCurrent()) this.arrived();
      },
      onError: (error) => {
        this.isCreating = false;
        if (!isCurrent() && this.phase === 'sending' && !this.stored) this.send();
        if (isCurrent()) void this.failed(readError(error as DetailedError), () => this.send(), token);
      },
    });
    this.tus = tus;
    this.isCreating = !this.stored;
    const watch = setInterval(() => {
      if (performance.now() - signAt < STALL_MS) return;
      void tus.abort();
      this.isCreating = false;
      void this.failed(NETWORK_DOWN, () => this.send(), token);
    }, STALL_LOOK_MS);
    this.endStep = () => clearInterval(watch);
    tus.start();
  }

  pause(): void {
    this.nextStep('paused');
    this.remember({ paused: true });
    this.dispatch(actions.paused());
  }

  resume(): void {
    this.remember({ paused: false });
    this.attempts = 0;
    this.send();
  }

  /** Once more after a failure (UP-07): from where it stopped, or from the start if that is of no use any more. */
  async retry(): Promise<void> {
    if (this.restarts) {
      await this.throwAway();
      Object.assign(this, { restarts: false, isWhole: false, accepted: 0, hash: null });
      this.dispatch(actions.progressed({ sent: 0, speed: null, secondsLeft: null }));
    }
    this.resume();
  }

  choosePrompt(prompt: ChosenPrompt): void {
    this.prompt = prompt;
    this.remember({ prompt });
    if (this.phase === 'sent') void this.publish();
  }

  /** Go on after the page was loaded anew, with the file if it was kept. One that was paused stays so. */
  goOn(file: File | null): void {
    this.file = file;
    this.isFileKept = file !== null;
    if (this.isWhole || !this.stored?.paused) this.send();
    else this.pause();
  }

  /** The file was chosen again: go on if it is the same one. */
  giveFile(file: File): void {
    if (this.stored && !isSameFile(this.stored, file)) {
      this.askForFile(file.name);
      return;
    }
    this.file = file;
    if (this.stored) this.keep(this.stored.id, file);
    this.resume();
  }

  /** Ask for the file; with the name of the one that was chosen and is another. */
  askForFile(other?: string): void {
    this.nextStep('fileNeeded');
    this.dispatch(actions.fileMissing(other));
  }

  /** Stop, and leave what is kept for later: the session has ended. */
  suspend(): void {
    this.nextStep('paused');
    this.hasEnded = true;
    this.hash?.stop();
    this.hash = null;
    this.release?.();
    this.release = null;
    window.removeEventListener('beforeunload', this.warnBeforeLeaving);
    window.removeEventListener('online', this.tryNow);
    document.removeEventListener('visibilitychange', this.tryNow);
  }

  /** Give it up, here and on the server. */
  async discard(): Promise<void> {
    this.suspend();
    const thrownAway = this.throwAway();
    this.start.onEnd('discarded');
    await thrownAway;
  }

  /** An earlier step ends here: its requests, timers and answers. @returns whether this step is still the present one */
  private nextStep(phase: UploadPhase): () => boolean {
    this.step += 1;
    this.phase = phase;
    this.again = null;
    this.endStep();
    this.endStep = () => {};
    // A request that makes the place is let end, so that the place is known and can be given back.
    if (this.stored) void this.tus?.abort();
    const { step } = this;
    return () => this.step === step;
  }

  /** The server has made a place for it. */
  private created(address: string, file: File): void {
    const id = address.slice(address.lastIndexOf('/') + 1);
    this.isCreating = false;
    this.stored = {
      id,
      name: file.name,
      size: file.size,
      lastModified: file.lastModified,
      prompt: this.prompt,
      paused: this.phase === 'paused',
      sha256: null,
    };
    if (this.hasEnded) {
      // Given up meanwhile
      void this.throwAway();
      return;
    }
    this.remember({});
    this.dispatch(actions.uploadCreated(id));
    void lockUpload(id).then((release) => {
      if (this.stored?.id === id && !this.hasEnded) this.release = release;
      else release?.();
    });
    this.keep(id, file);
  }

  private keep(id: string, file: File): void {
    this.isFileKept = false;
    void saveFile(id, file).then(async (isKept) => {
      if (this.stored?.id === id && !this.hasEnded) this.isFileKept = isKept;
      else if (isKept) await dropFile(id);
    });
  }

  private acceptedUpTo(offset: number): void {
    if (offset > this.accepted) this.attempts = 0;
    this.accepted = offset;
  }

  private startHash(file: File): void {
    if (this.hash || this.stored?.sha256) return;
    const hash = hashFile(file);
    this.hash = hash;
    void hash.result.then((sha256) => {
      if (this.hash === hash && sha256) this.remember({ sha256 });
    });
  }

  private arrived(): void {
    this.isWhole = true;
    if (this.prompt) {
      void this.publish();
      return;
    }
    this.nextStep('sent');
    this.dispatch(actions.allSent());
  }

  /** Every byte and the prompt are there: have it checked, and made a video. */
  private async publish(): Promise<void> {
    const { stored, prompt } = this;
    if (!stored || !prompt) return;
    const isCurrent = this.nextStep('checking');
    this.dispatch(actions.allSent());
    if (!stored.sha256 && this.file) this.startHash(this.file);
    const sha256 = this.stored?.sha256 ?? (await this.hash?.result) ?? undefined;
    if (!isCurrent()) return;
    const request = uploadsApi.endpoints.publishUpload.initiate({ id: stored.id, prompt: prompt.id, sha256 });
    const { error } = await this.dispatch(request);
    if (!isCurrent()) return;
    if (error) {
      const refusal = error as ApiError;
      if (refusal.code === 'upload.unfinished') {
        this.isWhole = false;
        this.send();
      } else {
        await this.failed(refusal, () => void this.publish(), null);
      }
      return;
    }
    this.suspend();
    this.forget();
    this.start.onEnd('published');
  }

  /** @param token that the refused request went with; null where the refusal of a token is dealt with already */
  private async failed(error: ApiError, again: () => void, token: string | null): Promise<void> {
    const kind = failureKind(error, this.stored !== null);
    const isCurrent = this.nextStep(this.phase);
    if (error.status === 401) {
      const outcome = token ? await renewToken(token) : 'rejected';
      if (!isCurrent()) return;
      if (outcome === 'renewed') again();
      else if (outcome === 'unreachable') this.wait(again);
      else if (token) endSession(token, this.dispatch);
      return;
    }
    if (kind === 'connection' || (kind === 'server' && this.attempts < SERVER_ATTEMPTS)) {
      // A file that was moved or changed looks like a broken line.
      const isLost = kind === 'connection' && !this.isWhole && this.file && !(await isReadable(this.file));
      if (!isCurrent()) return;
      if (isLost) {
        this.file = null;
        this.askForFile();
      } else {
        this.wait(again);
      }
      return;
    }
    this.restarts = kind === 'expired' || mustRestart(error.code);
    this.nextStep('failed');
    this.dispatch(actions.uploadFailed(kind === 'expired' ? GONE_WORDS : error.message));
  }

  /** Wait for the line; it is tried again after a while, or as soon as there is a sign of it. */
  private wait(again: () => void): void {
    this.nextStep('waiting');
    this.dispatch(actions.lineLost());
    this.again = again;
    void untilReachable();
    const timer = setTimeout(again, retryDelay(this.attempts));
    const endWatch = onConnectivityChange(() => {
      if (!isOffline()) this.tryNow();
    });
    this.attempts += 1;
    this.endStep = () => {
      clearTimeout(timer);
      endWatch();
    };
  }

  /** The browser says that the line is back, or the person is. */
  readonly tryNow = (): void => {
    if (document.visibilityState === 'visible') this.again?.();
  };

  /** Asks the browser to warn before the page is left, where the upload could not go on by itself afterwards. */
  private readonly warnBeforeLeaving = (event: BeforeUnloadEvent): void => {
    const isMoving = this.phase === 'sending' || this.phase === 'waiting' || this.phase === 'paused';
    if (isMoving && this.file && !this.isFileKept) event.preventDefault();
  };

  /** Write down what is needed to go on after a reload. */
  private remember(changed: Partial<StoredUpload>): void {
    if (!this.stored) return;
    Object.assign(this.stored, changed);
    storeUpload(this.start.userId, this.stored);
  }

  /** Nothing of it is kept in this browser any more. */
  private forget(): void {
    if (!this.stored) return;
    removeStored(this.start.userId, this.stored.id);
    void dropFile(this.stored.id);
    this.stored = null;
  }

  /** Nothing of it is kept, here or on the server. */
  private async throwAway(): Promise<void> {
    const { stored } = this;
    if (!stored) return;
    this.release?.();
    this.release = null;
    this.forget();
    // Should it not be reached, it throws it away by itself in time.
    await this.dispatch(uploadsApi.endpoints.discardUpload.initiate(stored.id));
  }
}

/** The refusal that the server wrote, or that no answer came. */
function readError(error: DetailedError): ApiError {
  const status = error.originalResponse?.getStatus() ?? 0;
  if (status === 0) return NETWORK_DOWN;
  let data: unknown = null;
  try {
    data = JSON.parse(error.originalResponse?.getBody() ?? '');
  } catch {
    // An answer to HEAD has no words.
  }
  return toApiError({ status, data });
}
