import type { Prompt } from '@kinreel/contracts/prompts';
import { useGetPromptQuery, useGetPromptsQuery } from './prompts.api.ts';

/**
 * The prompt with this id, also one that is not listed, such as a question in the asker's own words.
 * @returns null if there is none that the user may answer; undefined while it loads
 */
export function usePrompt(id: number | null): Prompt | null | undefined {
  const { data: prompts, isError } = useGetPromptsQuery();
  const listed = prompts?.find((prompt) => prompt.id === id);
  const isOther = id !== null && !listed && (prompts !== undefined || isError);
  const other = useGetPromptQuery(id ?? 0, { skip: !isOther });
  if (id === null || (isOther && other.isError)) return null;
  return listed ?? (isOther ? other.currentData : undefined);
}
