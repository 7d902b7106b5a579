import { type Prompt, promptId as promptIdSchema } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { deleteUnused, findAnswerable, insertOwn } from './prompts.queries.ts';

/** Saves a prompt in a person's own words. It is not listed. */
export function makePrompt(db: Db, words: string, makerId: string): Promise<Prompt> {
  return insertOwn(db, words, makerId);
}

/**
 * A prompt that this person may answer with a video.
 * @param promptId as the client sent it
 * @throws DomainError prompt.missing
 */
export async function requireAnswerable(db: Db, promptId: unknown, personId: string): Promise<Prompt> {
  const parsed = promptIdSchema.safeParse(promptId);
  const prompt = parsed.success ? await findAnswerable(db, parsed.data, personId) : undefined;
  if (!prompt) throw new DomainError('prompt.missing');
  return prompt;
}

/** Deletes prompts in people's own words that nothing uses. */
export function deleteUnusedPrompts(db: Db): Promise<void> {
  return deleteUnused(db);
}
