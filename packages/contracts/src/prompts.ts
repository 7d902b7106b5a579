import { validation as text } from '@kinreel/messages/en/validation';
import * as z from 'zod/mini';

/** Prompt ids are small integers, the same for everybody. */
export const promptId = z.coerce
  .number({ error: () => text.promptMissing })
  .check(z.int(), z.minimum(1), z.maximum(2_147_483_647));

/** GET /api/prompt (API-20). */
export const prompt = z.object({ id: z.int(), prompt: z.string(), category: z.string() });
export type Prompt = z.infer<typeof prompt>;

export const promptsResponse = z.array(prompt);
