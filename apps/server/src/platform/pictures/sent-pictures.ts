import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import { MAX_PHOTO_BYTES } from '@kinreel/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { callerId } from '../auth/route-access.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../http/errors.ts';
import { createGate, GateFullError } from '../system/gate.ts';
import { PictureError } from './decode-picture.ts';

/** Maximum size of the form without the picture, in bytes. */
const FORM_OVERHEAD = 64 * 1024;

/** Limits for encoding pictures: one at a time keeps a core free, and eight large ones finish before people give up. */
const PICTURES_AT_ONCE = { running: 1, waiting: 7, perKey: 4, maxWaitMs: 30_000 };

/** Why a sent picture is not stored. */
export const PICTURE_ERRORS = [
  'photo.missing',
  'photo.unreadable',
  'photo.too_large',
  'photo.busy',
  'storage.full',
] as const;

/** Only for OpenAPI: the handler streams the form, so it cannot be validated before. */
export const pictureForm = z.any().meta({
  type: 'object',
  required: ['photo'],
  properties: { photo: { type: 'string', format: 'binary' } },
});

/** A received picture. */
export interface SentPicture {
  /** Staging folder for the result; removed after the response. */
  folder: string;
  /**
   * Encodes the picture when a slot is free. `make` gets its path, and a signal that is aborted when the client
   * disconnects.
   * @throws DomainError photo.unreadable, photo.too_large, photo.busy
   */
  encode<Made>(make: (path: string, signal: AbortSignal) => Promise<Made>): Promise<Made>;
}

/** Lets the routes of the plugin accept forms with one picture in the field `photo`. */
export async function acceptPictures(plugin: FastifyInstance): Promise<void> {
  await plugin.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: MAX_PHOTO_BYTES, files: 1, fields: 4, fieldSize: 1024, parts: 5 },
  });
}

/** Receives and encodes pictures, with one queue per group of routes. */
export function createPictureQueue({ storage }: Pick<Deps, 'storage'>) {
  const gate = createGate(PICTURES_AT_ONCE);
  return {
    /**
     * Receives the picture of a form and responds with the result of `use`.
     * @throws DomainError of PICTURE_ERRORS, request.invalid, and the errors of `use`
     */
    async receive<Answer>(
      request: FastifyRequest,
      reply: FastifyReply,
      use: (picture: SentPicture) => Promise<Answer>,
    ): Promise<Answer> {
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      const { signal } = left;
      const folder = await storage.stagingFolder();
      try {
        const path = await receivePicture(request, folder);
        return await use({
          folder,
          encode: (make) =>
            gate
              .run(callerId(request), signal, () => make(path, signal))
              .catch((cause) => {
                throw pictureError(cause, signal);
              }),
        });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The error for the person who sent the picture. */
function pictureError(cause: unknown, signal: AbortSignal): unknown {
  if (cause instanceof GateFullError || signal.aborted) return new DomainError('photo.busy', { cause });
  if (!(cause instanceof PictureError)) return cause;
  if (cause.kind === 'too_large') return pictureTooLarge(cause);
  return new DomainError(cause.kind === 'unreadable' ? 'photo.unreadable' : 'photo.busy', { cause });
}

/** The error for a picture with too many bytes or pixels. */
function pictureTooLarge(cause?: unknown): DomainError<'photo.too_large'> {
  return new DomainError('photo.too_large', { params: { max_bytes: MAX_PHOTO_BYTES }, cause });
}

/**
 * Streams the file of the form field `photo` into the folder. @returns its path
 * @throws DomainError photo.missing, photo.too_large, request.invalid
 */
async function receivePicture(request: FastifyRequest, folder: string): Promise<string> {
  if (!request.isMultipart()) throw new DomainError('photo.missing');
  if (Number(request.headers['content-length']) > MAX_PHOTO_BYTES + FORM_OVERHEAD) {
    throw pictureTooLarge();
  }
  const path = join(folder, 'upload');
  let received = false;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      if (part.fieldname !== 'photo') {
        part.file.resume();
        continue;
      }
      await pipeline(part.file, createWriteStream(path));
      if (part.file.truncated) throw pictureTooLarge();
      received = true;
    }
  } catch (cause) {
    // System errors are our failure; any other error here means an incomplete or invalid form.
    if (cause instanceof DomainError || (cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new DomainError('request.invalid', { cause });
  }
  if (!received) throw new DomainError('photo.missing');
  return path;
}
