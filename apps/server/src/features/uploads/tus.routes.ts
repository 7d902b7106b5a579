import type { Readable } from 'node:stream';
import { TUS_PATH, TUS_VERSION } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { errorResponses, publicErrorResponses } from '../../platform/error-responses.ts';
import { DomainError } from '../../platform/errors.ts';
import { callerId } from '../../platform/route-access.ts';
import {
  appendToUpload,
  type Checksum,
  createUpload,
  discardUpload,
  readUpload,
  type UploadState,
} from './resumable.service.ts';
import { IDLE_MS, UPLOAD_RATE } from './uploads.routes.ts';

/** Parts and questions that a person may send in a minute. */
const PART_RATE = { max: 1200, timeWindow: '1 minute' };

const BYTES = 'application/offset+octet-stream';

const EXTENSIONS = 'creation,termination,expiration,checksum';

/** Bytes of a digest by the algorithms that Upload-Checksum may name. */
const DIGEST_BYTES = { sha1: 20, sha256: 32 } as const;

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

const anyHeaders = z.looseObject({ 'tus-resumable': z.string().optional().describe(TUS_VERSION) });
const params = z.object({ id: z.string().describe('The last part of the Location that the creation answered') });
const nothing = z.undefined();

/**
 * The bytes of resumable uploads: tus 1.0 with creation, termination, expiration and checksum. Every refusal has the
 * JSON body that all others have. There are no CORS headers: only the app's own origin may send here.
 */
export function tusRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    plugin.removeAllContentTypeParsers();
    plugin.addContentTypeParser(BYTES, (_request, payload, done) => done(null, payload));
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Uploads'];
    const url = `${TUS_PATH}/:id`;

    app.addHook('onRequest', async (request, reply) => {
      if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === TUS_VERSION) return;
      reply.header('tus-version', TUS_VERSION);
      throw new DomainError('upload.protocol');
    });

    // On refusals too, whoever refuses.
    app.addHook('onSend', async (_request, reply) => {
      reply.headers({ 'tus-resumable': TUS_VERSION, 'cache-control': 'no-store' });
    });

    // Requests that receive bytes would keep a server from ending; what has arrived is kept.
    const ending = new AbortController();
    app.addHook('preClose', async () => ending.abort());

    app.options(
      TUS_PATH,
      {
        config: { access: 'public' },
        schema: {
          tags,
          summary: 'What this server knows of tus',
          response: { 204: nothing, ...publicErrorResponses() },
        },
      },
      async (_request, reply) =>
        reply
          .status(204)
          .headers({
            'tus-version': TUS_VERSION,
            'tus-extension': EXTENSIONS,
            'tus-max-size': deps.config.limits.videoBytes,
            'tus-checksum-algorithm': Object.keys(DIGEST_BYTES).join(','),
          })
          .send(undefined),
    );

    app.post(
      TUS_PATH,
      {
        config: { access: 'user', rateLimit: UPLOAD_RATE },
        schema: {
          tags,
          summary: 'Begin a resumable upload (tus creation)',
          description: 'Upload-Metadata may hold filename, filetype and prompt. The answer names it in Location.',
          headers: anyHeaders.extend({
            'upload-length': wholeNumber.describe('Bytes of the whole file'),
            'upload-metadata': z.string().default(''),
          }),
          response: {
            201: nothing,
            ...errorResponses(
              'upload.protocol',
              'video.no_file',
              'video.too_large',
              'video.quota',
              'prompt.missing',
              'upload.too_many',
            ),
          },
        },
      },
      async (request, reply) => {
        const { 'upload-length': size, 'upload-metadata': metadata } = request.headers;
        const upload = await createUpload(deps, { ownerId: callerId(request), size, metadata });
        return reply
          .status(201)
          .headers({ location: `${TUS_PATH}/${upload.id}`, ...progress(upload) })
          .send(undefined);
      },
    );

    app.head(
      url,
      {
        config: { access: 'user', rateLimit: PART_RATE },
        schema: {
          tags,
          summary: 'How far an upload has come',
          params,
          headers: anyHeaders,
          response: { 200: nothing, ...errorResponses('upload.protocol', 'upload.missing', 'upload.busy') },
        },
      },
      async (request, reply) => {
        const upload = await readUpload(deps, request.params.id, callerId(request));
        return reply
          .headers({ ...progress(upload), 'upload-length': upload.size, 'upload-metadata': upload.metadata })
          .send(undefined);
      },
    );

    app.patch(
      url,
      {
        config: { access: 'user', rateLimit: PART_RATE },
        schema: {
          tags,
          summary: 'Send bytes of an upload',
          consumes: [BYTES],
          params,
          headers: anyHeaders.extend({
            'upload-offset': wholeNumber.describe('How far the upload has come'),
            'upload-checksum': z.string().optional().describe('sha256 or sha1, a space, and the digest in base64'),
          }),
          response: {
            204: nothing,
            ...errorResponses(
              'upload.protocol',
              'upload.missing',
              'upload.offset',
              'upload.busy',
              'upload.checksum',
              'request.too_large',
              'request.unsupported',
              'storage.full',
            ),
          },
        },
      },
      async (request, reply) => {
        const { 'upload-offset': offset, 'upload-checksum': checksum, 'content-length': length } = request.headers;
        // A request that was injected has no real socket.
        request.socket.setTimeout?.(IDLE_MS);
        try {
          const upload = await appendToUpload(deps, {
            id: request.params.id,
            ownerId: callerId(request),
            offset,
            length: length === undefined ? null : Number(length),
            checksum: checksum === undefined ? null : parseChecksum(checksum),
            bytes: request.body as Readable,
            stop: ending.signal,
          });
          if (!upload.whole) reply.header('connection', 'close');
          return reply.status(204).headers(progress(upload)).send(undefined);
        } catch (error) {
          // What still arrives is let run out, so that the sender comes to read the answer.
          request.raw.resume();
          throw error;
        }
      },
    );

    app.delete(
      url,
      {
        config: { access: 'user', rateLimit: PART_RATE },
        schema: {
          tags,
          summary: 'Give an unfinished upload up (tus termination)',
          params,
          headers: anyHeaders,
          response: { 204: nothing, ...errorResponses('upload.protocol', 'upload.missing', 'upload.busy') },
        },
      },
      async (request, reply) => {
        await discardUpload(deps, request.params.id, callerId(request));
        return reply.status(204).send(undefined);
      },
    );
  };
}

/** The headers that tell how far an upload has come, and until when it may go on. */
function progress(upload: UploadState): Record<string, string | number> {
  return {
    'upload-offset': upload.offset,
    ...(upload.offset < upload.size ? { 'upload-expires': upload.expiresAt.toUTCString() } : {}),
  };
}

/** @throws DomainError request.invalid for an algorithm or digest that is none of ours */
function parseChecksum(header: string): Checksum {
  const [name = '', base64 = ''] = header.split(' ');
  const digest = Buffer.from(base64, 'base64');
  if ((name !== 'sha1' && name !== 'sha256') || digest.length !== DIGEST_BYTES[name]) {
    throw new DomainError('request.invalid', { fields: { 'upload-checksum': 'This cannot be read.' } });
  }
  return { algorithm: name, digest };
}
