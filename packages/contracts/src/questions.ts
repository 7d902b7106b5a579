import { validation as text } from '@kinreel/messages/en/validation';
import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { person } from './profile.ts';
import { ownWords, prompt, promptId } from './prompts.ts';
import { MAX_POSITION_SECONDS } from './watching.ts';

/** Questions that a person may ask in 24 hours: as many as connection requests. */
export const MAX_QUESTIONS_PER_DAY = 30;

/** Open questions from one person to another. */
export const MAX_OPEN_QUESTIONS = 5;

/** The moment of a video that a question is about, in whole seconds from its start. */
export const questionMoment = z.object({
  video_id: id,
  at: z.number({ error: () => text.momentMissing }).check(z.int(), z.minimum(0), z.maximum(MAX_POSITION_SECONDS)),
});
export type QuestionMoment = z.infer<typeof questionMoment>;

/** Of a question, for the caller: null if it has none, or if one of the two may not see the video. */
const shownMoment = z.nullable(questionMoment);

/** A question that waits for the caller, with the person who asks. */
export const waitingQuestion = z.object({ id, prompt, asker: person, asked_at: isoDateTime, moment: shownMoment });
export type WaitingQuestion = z.infer<typeof waitingQuestion>;

/** GET /api/questions: the questions that wait for the caller, oldest first, and whether people may ask them. */
export const waitingQuestions = z.object({ taken: z.boolean(), questions: z.array(waitingQuestion) });
export type WaitingQuestions = z.infer<typeof waitingQuestions>;

/** A question of the caller to another person. One that the person has put away is the same as one that waits. */
export const askedQuestion = z.object({
  id,
  prompt,
  asked_at: isoDateTime,
  answered: z.boolean(),
  /** The answer; null if there is none, or the caller may not see it. */
  video_id: z.nullable(id),
  moment: shownMoment,
});
export type AskedQuestion = z.infer<typeof askedQuestion>;

/** GET /api/questions/asked/{userId}: what the caller has asked this person, newest first. */
export const askedQuestionsResponse = z.array(askedQuestion);

/** Answered questions that GET /api/questions/asked/{userId} lists at most. */
export const MAX_ANSWERED_QUESTIONS = 20;

/** POST /api/questions: one of the listed prompts, or the caller's own words. */
export const questionRequest = z
  .strictObject({
    user_id: id,
    prompt_id: z.optional(promptId),
    words: z.optional(ownWords),
    moment: z.optional(z.nullable(z.strictObject(questionMoment.shape))),
  })
  .check(
    z.refine(({ prompt_id, words }) => (prompt_id === undefined) !== (words === undefined), {
      path: ['words'],
      error: () => text.promptOrWords,
    }),
  );
export type QuestionRequest = z.infer<typeof questionRequest>;

/** PUT /api/questions/setting: whether the caller's connections may ask them. */
export const questionSetting = z.strictObject({ taken: z.boolean() });
export type QuestionSetting = z.infer<typeof questionSetting>;

/** Path parameters of a single question. */
export const questionParams = z.object({ questionId: id });
