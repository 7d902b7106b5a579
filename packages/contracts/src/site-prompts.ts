import * as z from 'zod/mini';
import { ownWords, prompt } from './prompts.ts';

/** The categories of the listed prompts, in display order. */
export const PROMPT_CATEGORIES = [
  'Childhood',
  'Family and roots',
  'Love and friendship',
  'Work and money',
  'Becoming a parent',
  'Beliefs and values',
  'History you lived through',
  'Home and places',
  'Turning points',
  'Everyday joys',
  'Advice and wishes',
] as const;
export type PromptCategory = (typeof PROMPT_CATEGORIES)[number];

/** A listed prompt for site owners: whether they wrote it, and whether people can no longer choose it. */
export const sitePrompt = z.extend(prompt, { own: z.boolean(), hidden: z.boolean() });
export type SitePrompt = z.infer<typeof sitePrompt>;

/** GET /api/admin/prompts, in display order. */
export const sitePromptsResponse = z.array(sitePrompt);

/** POST /api/admin/prompts */
export const sitePromptRequest = z.strictObject({ words: ownWords, category: z.enum(PROMPT_CATEGORIES) });
export type SitePromptRequest = z.infer<typeof sitePromptRequest>;

/** PUT /api/admin/prompts/{promptId}: only prompts of site owners have new words. */
export const sitePromptChange = z.strictObject({ words: z.optional(ownWords), hidden: z.optional(z.boolean()) });
export type SitePromptChange = z.infer<typeof sitePromptChange>;
