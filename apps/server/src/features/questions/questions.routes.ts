import {
  askedQuestion,
  askedQuestionsResponse,
  questionParams,
  questionRequest,
  questionSetting,
  userIdParams,
  waitingQuestions,
} from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import {
  askQuestion,
  putQuestionAway,
  readAskedQuestions,
  readWaitingQuestions,
  setQuestionsTaken,
  withdrawQuestion,
} from './questions.service.ts';

/** Limited, because each question notifies a person. */
const ASK_RATE_LIMIT = { max: 60, timeWindow: '1 minute' };

/** Questions that connected people ask each other. */
export function questionsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Questions'];

    app.get(
      '/api/questions',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'The questions that wait for the caller, and whether people may ask them',
          response: { 200: waitingQuestions, ...errorResponses() },
        },
      },
      async (request) => readWaitingQuestions(deps.db, callerId(request)),
    );

    app.get(
      '/api/questions/asked/:userId',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'What the caller has asked another person: open and answered questions, newest first',
          params: userIdParams,
          response: { 200: askedQuestionsResponse, ...errorResponses('person.missing') },
        },
      },
      async (request) => readAskedQuestions(deps.db, { askerId: callerId(request), personId: request.params.userId }),
    );

    app.post(
      '/api/questions',
      {
        config: { access: 'user', rateLimit: ASK_RATE_LIMIT },
        schema: {
          tags,
          summary: "Ask a connected person a question: one of the prompts, or the caller's own words",
          description:
            'The first video with this prompt that the person publishes answers the question, and is shared with the caller. ' +
            'It may be about a moment of a video that both may see.',
          body: questionRequest,
          response: {
            201: askedQuestion,
            ...errorResponses(
              ...BODY_ERRORS,
              'person.missing',
              'prompt.missing',
              'video.missing',
              'question.not_connected',
              'question.not_taken',
              'question.resting',
              'question.exists',
              'question.too_many_open',
              'question.too_many',
            ),
          },
        },
      },
      async (request, reply) => reply.status(201).send(await askQuestion(deps, callerId(request), request.body)),
    );

    app.put(
      '/api/questions/setting',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "Set whether the caller's connections may ask them",
          body: questionSetting,
          response: { 204: z.undefined(), ...errorResponses(...BODY_ERRORS) },
        },
      },
      async (request, reply) => {
        await setQuestionsTaken(deps.db, callerId(request), request.body.taken);
        return reply.status(204).send();
      },
    );

    app.put(
      '/api/questions/:questionId/put-away',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Dismiss a question that waits for the caller; its asker is not notified',
          params: questionParams,
          response: { 204: z.undefined(), ...errorResponses('question.missing') },
        },
      },
      async (request, reply) => {
        await putQuestionAway(deps.db, callerId(request), request.params.questionId);
        return reply.status(204).send();
      },
    );

    app.delete(
      '/api/questions/:questionId',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Take back an open question of the caller',
          params: questionParams,
          response: { 204: z.undefined(), ...errorResponses('question.missing') },
        },
      },
      async (request, reply) => {
        await withdrawQuestion(deps.db, callerId(request), request.params.questionId);
        return reply.status(204).send();
      },
    );
  };
}
