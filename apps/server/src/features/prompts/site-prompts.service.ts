import type { SitePrompt, SitePromptChange, SitePromptRequest } from '@kinreel/contracts';
import { actAs } from '../../platform/db/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { insertSitePrompt, lockSitePrompt, updateSitePrompt } from './site-prompts.queries.ts';

/** Adds a prompt to the list of this installation. */
export function addSitePrompt(
  db: Deps['db'],
  { words, category }: SitePromptRequest,
  actorId: string,
): Promise<SitePrompt> {
  return db.transaction().execute(async (tx) => {
    await actAs(tx, actorId);
    return insertSitePrompt(tx, { prompt: words, category, hidden: false });
  });
}

/**
 * Changes the words of a prompt, or hides or shows it. A prompt that something uses keeps its words and is hidden, and
 * a new one has the new words: what people have answered does not change.
 * @returns the prompt with the new words
 * @throws DomainError prompt.missing, prompt.fixed for new words of a prompt that comes with a release
 */
export function changeSitePrompt(
  db: Deps['db'],
  promptId: number,
  { words, hidden }: SitePromptChange,
  actorId: string,
): Promise<SitePrompt> {
  return db.transaction().execute(async (tx) => {
    await actAs(tx, actorId);
    const before = await lockSitePrompt(tx, promptId);
    if (!before) throw new DomainError('prompt.missing');
    const isHidden = hidden ?? before.hidden;
    const hasNewWords = words !== undefined && words !== before.prompt;
    if (!hasNewWords) return updateSitePrompt(tx, promptId, { hidden: isHidden });
    if (!before.own) throw new DomainError('prompt.fixed');
    if (!before.is_used) return updateSitePrompt(tx, promptId, { prompt: words, hidden: isHidden });
    await updateSitePrompt(tx, promptId, { hidden: true });
    return insertSitePrompt(tx, { prompt: words, category: before.category, hidden: isHidden });
  });
}
