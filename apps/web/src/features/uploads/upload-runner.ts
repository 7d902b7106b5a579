import type { ApiError } from '../../shared/api/api-error.ts';
import { type FileHash, hashFile } from './file-hash.ts';
import { type FoundUpload, findStoredUpload, takeOverUpload } from './find-upload.ts';
import { dropFile, saveFile } from './saved-files.ts';
import { sendFile } from './send-file.ts';
import { removeStored, storeUpload } from './stored-uploads.ts';
import { dropUnsentTake } from './unsent-takes.ts';
import { addFile, getFile } from './upload-files.ts';
import { lockUpload } from './upload-lock.ts';
import type { UploadEffect, UploadEvent } from './upload-types.ts';
import { type UploadsDispatch, uploadsApi } from './uploads.api.ts';
import { waitForConnection } from './wait-for-connection.ts';

type EffectOf<Type extends UploadEffect['type']> = Extract<UploadEffect, { type: Type }>;

/** Runs the effects of the upload machine in the browser and reports their results as events. */
export class UploadRunner {
  readonly #dispatch: UploadsDispatch;
  /** By upload key: aborts the running send, publish or wait effect. */
  readonly #running = new Map<string, AbortController>();
  /** By upload key. */
  readonly #hashes = new Map<string, FileHash & { fileKey: string }>();
  /** By upload id: releases the lock, or aborts waiting for it. */
  readonly #locks = new Map<string, () => void>();
  /** By upload id: the copy of the file in this browser, until it is complete. */
  readonly #saving = new Map<string, Promise<void>>();
  readonly #discards = new Set<Promise<unknown>>();
  /** Aborted when the session ends. */
  #session = new AbortController();
  /** Aborted when a new search for stored uploads starts. */
  #search = new AbortController();

  constructor(dispatch: UploadsDispatch) {
    this.#dispatch = dispatch;
  }

  run(effect: UploadEffect): void {
    switch (effect.type) {
      case 'send':
        this.#start(effect.key, (signal) => void this.#send(effect, signal));
        return;
      case 'publish':
        this.#start(effect.key, (signal) => void this.#publish(effect, signal));
        return;
      case 'wait':
        this.#start(effect.key, (signal) => waitForConnection(effect, signal, this.#report));
        return;
      case 'stop':
        this.#stop(effect.key);
        return;
      case 'stopAll':
        this.#stopAll();
        return;
      case 'lock':
        this.#lock(effect.uploadId);
        return;
      case 'unlock':
        this.#unlock(effect.uploadId);
        return;
      case 'saveFile':
        this.#saveFile(effect);
        return;
      case 'store':
        storeUpload(effect.userId, effect.upload);
        if (effect.upload.source.kind === 'take') dropUnsentTake(effect.upload.source.takeId);
        return;
      case 'forget':
        this.#forget(effect);
        return;
      case 'forgetAll':
        this.#saving.clear();
        return;
      case 'discard':
        this.#discard(effect.uploadId);
        return;
      case 'findStored':
        this.#search.abort();
        this.#search = new AbortController();
        this.#find(this.#search.signal, findStoredUpload(effect.userId, this.#search.signal, this.#dispatch));
        return;
      case 'takeOver': {
        const { signal } = this.#session;
        this.#find(signal, takeOverUpload(effect, signal, this.#dispatch));
        return;
      }
      case 'releaseSource':
        // Handled by upload-effects.ts.
        return;
    }
  }

  readonly #report = (event: UploadEvent): void => {
    this.#dispatch(event);
  };

  /** Starts a long-running effect, and aborts the previous one of the same upload. */
  #start(key: string, begin: (signal: AbortSignal) => void): void {
    this.#stop(key);
    const controller = new AbortController();
    this.#running.set(key, controller);
    begin(controller.signal);
  }

  #stop(key: string): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
  }

  #stopAll(): void {
    this.#session.abort();
    this.#session = new AbortController();
    this.#search.abort();
    for (const key of [...this.#running.keys()]) this.#stop(key);
    for (const { stop } of this.#hashes.values()) stop();
    this.#hashes.clear();
    for (const uploadId of [...this.#locks.keys()]) this.#unlock(uploadId);
  }

  async #send(effect: EffectOf<'send'>, signal: AbortSignal): Promise<void> {
    const { key, attempt, fileKey } = effect;
    const file = getFile(fileKey);
    if (!file) {
      this.#report({ type: 'uploads/fileUnreadable', key, attempt });
      return;
    }
    if (!effect.sha256) this.#hash(key, fileKey, file);
    // The space of a discarded upload must be freed first.
    if (effect.uploadId === null && this.#discards.size > 0) await Promise.allSettled(this.#discards);
    if (!signal.aborted) sendFile({ effect, file, signal, dispatch: this.#dispatch });
  }

  async #publish(effect: EffectOf<'publish'>, signal: AbortSignal): Promise<void> {
    const { key, attempt, uploadId, prompt, audience, fileKey } = effect;
    const file = getFile(fileKey);
    const hash = file && fileKey ? this.#hash(key, fileKey, file) : undefined;
    const sha256 = effect.sha256 ?? (await hash?.result) ?? undefined;
    if (signal.aborted) return;
    const body = { prompt: prompt.id, sha256, audience };
    const request = uploadsApi.endpoints.publishUpload.initiate({ id: uploadId, ...body });
    const { data, error } = await this.#dispatch(request);
    if (signal.aborted) return;
    if (error) this.#report({ type: 'uploads/requestFailed', key, attempt, error: error as ApiError });
    else this.#report({ type: 'uploads/published', key, attempt, videoId: data?.id ?? '' });
  }

  /** The SHA-256 of a file, computed once. */
  #hash(key: string, fileKey: string, file: File): FileHash {
    const known = this.#hashes.get(key);
    if (known?.fileKey === fileKey) return known;
    known?.stop();
    const hash = { ...hashFile(file), fileKey };
    this.#hashes.set(key, hash);
    void hash.result.then((sha256) => {
      if (sha256 && this.#hashes.get(key) === hash) this.#report({ type: 'uploads/hashed', key, fileKey, sha256 });
    });
    return hash;
  }

  #lock(uploadId: string): void {
    const waiting = new AbortController();
    this.#locks.set(uploadId, () => waiting.abort());
    void lockUpload(uploadId, waiting.signal).then((release) => {
      if (!release) return;
      if (waiting.signal.aborted) release();
      else this.#locks.set(uploadId, release);
    });
  }

  #unlock(uploadId: string): void {
    this.#locks.get(uploadId)?.();
    this.#locks.delete(uploadId);
  }

  #saveFile({ key, uploadId, fileKey }: EffectOf<'saveFile'>): void {
    const file = getFile(fileKey);
    if (!file) return;
    const saving = saveFile(uploadId, file).then(async (isSaved) => {
      if (!isSaved) return;
      if (this.#saving.get(uploadId) === saving) this.#report({ type: 'uploads/fileSaved', key, uploadId });
      else if (!this.#saving.has(uploadId)) await dropFile(uploadId);
    });
    this.#saving.set(uploadId, saving);
  }

  #forget({ userId, key, uploadId }: EffectOf<'forget'>): void {
    this.#hashes.get(key)?.stop();
    this.#hashes.delete(key);
    if (uploadId === null) return;
    removeStored(userId, uploadId);
    this.#saving.delete(uploadId);
    void dropFile(uploadId);
    this.#unlock(uploadId);
  }

  #discard(uploadId: string): void {
    // If this request fails, the upload expires on the server.
    const discard = this.#dispatch(uploadsApi.endpoints.discardUpload.initiate(uploadId));
    this.#discards.add(discard);
    void discard.finally(() => this.#discards.delete(discard));
  }

  #find(signal: AbortSignal, search: Promise<FoundUpload | null>): void {
    void search.then((found) => {
      if (!found) return;
      const { release, file, ...details } = found;
      if (signal.aborted) {
        release();
        return;
      }
      this.#locks.set(found.stored.id, release);
      const fileKey = file && addFile(file);
      this.#report({ type: 'uploads/found', key: crypto.randomUUID(), fileKey, ...details });
    });
  }
}
