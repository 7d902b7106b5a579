import { validation as text } from '@kinreel/messages/en/validation';
import * as z from 'zod/mini';
import { paragraphOfText } from './text.ts';

/** Prompt ids are small integers, the same for everybody. */
export const promptId = z.coerce
  .number({ error: () => text.promptMissing })
  .check(z.int(), z.minimum(1), z.maximum(2_147_483_647));

/** GET /api/prompt (API-20). */
export const prompt = z.object({ id: z.int(), prompt: z.string(), category: z.string() });
export type Prompt = z.infer<typeof prompt>;

export const promptsResponse = z.array(prompt);

/** Characters of a prompt in one's own words. */
export const OWN_WORDS_MIN_LENGTH = 5;
export const OWN_WORDS_MAX_LENGTH = 200;

/** A prompt in one's own words. */
export const ownWords = paragraphOfText({
  min: OWN_WORDS_MIN_LENGTH,
  max: OWN_WORDS_MAX_LENGTH,
  missing: () => text.wordsMissing,
});

/** POST /api/prompt: the title of a video that answers no question. */
export const ownPromptRequest = z.strictObject({ words: ownWords });
export type OwnPromptRequest = z.infer<typeof ownPromptRequest>;

/** Path parameters of a single prompt. */
export const promptParams = z.object({ promptId });
