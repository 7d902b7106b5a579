import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { person } from './profile.ts';
import { prompt, promptId } from './prompts.ts';

/** Questions that a person may ask in 24 hours: as many as connection requests. */
export const MAX_QUESTIONS_PER_DAY = 30;

/** Open questions from one person to another. */
export const MAX_OPEN_QUESTIONS = 5;

/** A question that waits for the caller, with the person who asks. */
export const waitingQuestion = z.object({ id, prompt, asker: person, asked_at: isoDateTime });
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
});
export type AskedQuestion = z.infer<typeof askedQuestion>;

/** GET /api/questions/asked/{userId}: what the caller has asked this person, newest first. */
export const askedQuestionsResponse = z.array(askedQuestion);

/** Answered questions that GET /api/questions/asked/{userId} lists at most. */
export const MAX_ANSWERED_QUESTIONS = 20;

/** POST /api/questions */
export const questionRequest = z.strictObject({ user_id: id, prompt_id: promptId });
export type QuestionRequest = z.infer<typeof questionRequest>;

/** PUT /api/questions/setting: whether the caller's connections may ask them. */
export const questionSetting = z.strictObject({ taken: z.boolean() });
export type QuestionSetting = z.infer<typeof questionSetting>;

/** Path parameters of a single question. */
export const questionParams = z.object({ questionId: id });
