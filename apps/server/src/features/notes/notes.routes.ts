import {
  idParams,
  noteCreated,
  noteRequest,
  notesResponse,
  notesVisibilityRequest,
  pageQuery,
} from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { setNextLink } from '../../platform/http/paging.ts';
import { changeVisibility, giveHeart, readNotes, removeNote, takeHeart, writeNote } from './notes.service.ts';

/** Each note and each new heart notifies a person. */
const NOTE_RATE = { max: 20, timeWindow: '1 minute' };
const HEART_RATE = { max: 60, timeWindow: '1 minute' };

/** Hearts and notes below a video. */
export function notesRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Notes'];

    app.get(
      '/api/video/:id/notes',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Who loves a visible video, and its notes, newest first',
          params: idParams,
          querystring: pageQuery,
          response: { 200: notesResponse, ...errorResponses('video.missing') },
        },
      },
      async (request, reply) => {
        const { response, next } = await readNotes(deps.db, request.params.id, callerId(request), request.query);
        setNextLink(request, reply, next);
        return response;
      },
    );

    app.post(
      '/api/video/:id/notes',
      {
        config: { access: 'user', rateLimit: NOTE_RATE },
        schema: {
          tags,
          summary: 'Write a note about a visible video',
          params: idParams,
          body: noteRequest,
          response: { 201: noteCreated, ...errorResponses(...BODY_ERRORS, 'video.missing', 'notes.off') },
        },
      },
      async (request, reply) =>
        reply.status(201).send(await writeNote(deps, request.params.id, callerId(request), request.body)),
    );

    app.delete(
      '/api/notes/:id',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "Remove one of the caller's notes, or a note about one of their videos",
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses('note.missing') },
        },
      },
      async (request, reply) => {
        await removeNote(deps.db, request.params.id, callerId(request));
        return reply.status(204).send();
      },
    );

    app.put(
      '/api/video/:id/heart',
      {
        config: { access: 'user', rateLimit: HEART_RATE },
        schema: {
          tags,
          summary: 'Give a visible video a heart',
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses('video.missing', 'notes.off') },
        },
      },
      async (request, reply) => {
        await giveHeart(deps, request.params.id, callerId(request));
        return reply.status(204).send();
      },
    );

    app.delete(
      '/api/video/:id/heart',
      {
        config: { access: 'user', rateLimit: HEART_RATE },
        schema: {
          tags,
          summary: "Take back the caller's heart; no effect without one",
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses() },
        },
      },
      async (request, reply) => {
        await takeHeart(deps.db, request.params.id, callerId(request));
        return reply.status(204).send();
      },
    );

    app.put(
      '/api/video/:id/notes-visibility',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "Choose who sees the hearts and notes of the caller's video",
          params: idParams,
          body: notesVisibilityRequest,
          response: { 204: z.undefined(), ...errorResponses(...BODY_ERRORS, 'video.missing') },
        },
      },
      async (request, reply) => {
        await changeVisibility(deps.db, request.params.id, callerId(request), request.body.visibility);
        return reply.status(204).send();
      },
    );
  };
}
