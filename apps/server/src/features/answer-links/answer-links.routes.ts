import {
  ANSWER_CODE_HEADER,
  ANSWER_FILES_PATH,
  answerLink,
  answerLinkHeaders,
  answerLinkRequest,
  answerPage,
  publishAnswerRequest,
  publishedAnswer,
  questionParams,
} from '@kinreel/contracts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses, publicErrorResponses } from '../../platform/http/error-responses.ts';
import {
  admitUpload,
  createAnswerLink,
  endAnswerLink,
  leaveOutByLink,
  ownerOfUpload,
  publishAnswer,
  readAnswerPage,
  takeAnswerBack,
  undoPutAway,
} from './answer-links.service.ts';

/** Requests per minute: links that a person may create, and codes that a network address may try. */
const CREATE_RATE = { max: 30, timeWindow: '1 minute' };
const VISIT_RATE = { max: 120, timeWindow: '1 minute' };

/**
 * Links to answer a question without a login. Routes of the link itself are public: the code in a header permits them.
 */
export function answerLinksRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Answer links'];
    const byLink = { access: 'public', rateLimit: VISIT_RATE } as const;

    app.post(
      '/api/questions/:questionId/link',
      {
        config: { access: 'user', rateLimit: CREATE_RATE },
        schema: {
          tags,
          summary: "The link by which the asked person answers the caller's question without a login",
          params: questionParams,
          body: answerLinkRequest,
          response: { 200: answerLink, ...errorResponses(...BODY_ERRORS, 'question.missing', 'question.resting') },
        },
      },
      async (request) => createAnswerLink(deps, callerId(request), request.params.questionId, request.body),
    );

    app.delete(
      '/api/questions/:questionId/link',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'End the link of a question, as its asker or as the person who is asked; the question stays',
          params: questionParams,
          response: { 204: z.undefined(), ...errorResponses('question.missing') },
        },
      },
      async (request, reply) => {
        await endAnswerLink(deps.db, callerId(request), request.params.questionId);
        return reply.status(204).send();
      },
    );

    app.delete(
      '/api/questions/:questionId/put-away',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Undo that the caller has put away a question; its links stay ended',
          params: questionParams,
          response: { 204: z.undefined(), ...errorResponses('question.missing') },
        },
      },
      async (request, reply) => {
        await undoPutAway(deps.db, callerId(request), request.params.questionId);
        return reply.status(204).send();
      },
    );

    app.get(
      '/api/answer-link',
      {
        config: byLink,
        schema: {
          tags,
          summary: 'What the page of a link shows; reading it uses nothing up',
          headers: answerLinkHeaders,
          response: { 200: answerPage, ...publicErrorResponses('answer_link.missing') },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return readAnswerPage(deps, codeOf(request));
      },
    );

    app.put(
      '/api/answer-link/put-away',
      {
        config: byLink,
        schema: {
          tags,
          summary: 'Dismiss the question of a link; its asker is not notified',
          headers: answerLinkHeaders,
          response: { 204: z.undefined(), ...publicErrorResponses('answer_link.missing', 'answer_link.ended') },
        },
      },
      async (request, reply) => {
        await leaveOutByLink(deps.db, codeOf(request));
        return reply.status(204).send();
      },
    );

    app.post(
      '/api/answer-link/publish',
      {
        config: byLink,
        schema: {
          tags,
          summary: 'Publish a complete upload of a link as the answer; this ends the link',
          headers: answerLinkHeaders,
          body: publishAnswerRequest,
          response: {
            200: publishedAnswer,
            ...publicErrorResponses(
              ...BODY_ERRORS,
              'answer_link.missing',
              'answer_link.ended',
              'upload.missing',
              'upload.unfinished',
              'upload.busy',
              'video.checksum',
              'video.not_a_video',
              'video.no_picture',
              'video.too_long',
              'video.quota',
              'storage.full',
            ),
          },
        },
      },
      async (request) => publishAnswer(deps, codeOf(request), request.body),
    );

    app.post(
      '/api/answer-link/take-back',
      {
        config: byLink,
        schema: {
          tags,
          summary: 'Delete the answer that a link has published, with the code for that',
          headers: answerLinkHeaders,
          response: { 204: z.undefined(), ...publicErrorResponses('answer_link.missing') },
        },
      },
      async (request, reply) => {
        await takeAnswerBack(deps, codeOf(request));
        return reply.status(204).send();
      },
    );
  };
}

/** Where tus receives the uploads of links, and on whose behalf. */
export function answerUploads(deps: Deps) {
  return {
    path: ANSWER_FILES_PATH,
    access: 'public' as const,
    headers: answerLinkHeaders.shape,
    errors: ['answer_link.missing', 'answer_link.ended', 'answer_link.used_up'] as const,
    admit: (request: FastifyRequest, size: number) => admitUpload(deps, codeOf(request), size),
    ownerOf: (request: FastifyRequest, uploadId: string) => ownerOfUpload(deps.db, codeOf(request), uploadId),
  };
}

function codeOf(request: Pick<FastifyRequest, 'headers'>): string {
  return String(request.headers[ANSWER_CODE_HEADER] ?? '');
}
