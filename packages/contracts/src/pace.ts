import { validation as text } from '@kinreel/messages/en/validation';
import * as z from 'zod/mini';
import { isoDateTime } from './common.ts';
import { person } from './profile.ts';
import { prompt } from './prompts.ts';

/** Questions that come one after another without an answer. After them, none comes until the person answers one. */
export const MAX_UNANSWERED_IN_A_ROW = 2;

/** When a question comes each week, and what it is about. */
const choice = {
  /** 0 is Sunday. */
  weekday: z.int().check(z.minimum(0), z.maximum(6)),
  /** Of the day in the time zone. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  /** Such as `Europe/Berlin`. */
  time_zone: z
    .string({ error: () => text.timeZoneUnknown })
    .check(z.regex(/^[A-Za-z][\w+/-]{0,63}$/, { error: () => text.timeZoneUnknown })),
  /** Categories of prompts; none for all. */
  themes: z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(50)),
};

/** PUT /api/pace: turns the question of the week on, or changes when it comes. */
export const paceRequest = z.strictObject(choice);
export type PaceRequest = z.infer<typeof paceRequest>;

/** GET /api/pace */
export const pace = z.object({
  /** What the person has chosen, also if it is off now; null if they never have. */
  choice: z.nullable(z.object(choice)),
  /** When the next question comes; null if it is off. */
  next_at: z.nullable(isoDateTime),
  /** What comes next, with who asks it: nobody, or a connected person. Null if nothing is left of the themes. */
  next: z.nullable(z.object({ prompt, asker: z.nullable(person) })),
  /** Nothing comes until the person answers a question. */
  rests: z.boolean(),
  /** The question that has come and waits. One that a person has asked is in GET /api/questions instead. */
  question: z.nullable(prompt),
});
export type Pace = z.infer<typeof pace>;
