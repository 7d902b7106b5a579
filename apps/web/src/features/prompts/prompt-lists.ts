import type { Prompt } from '@kinreel/contracts/prompts';

/** The prompts of one category, in the server's order. */
export interface PromptGroup {
  category: string;
  prompts: Prompt[];
}

/** Groups prompts by category, in order of first appearance. */
export function groupByCategory(prompts: readonly Prompt[]): PromptGroup[] {
  return [...Map.groupBy(prompts, (prompt) => prompt.category)].map(([category, group]) => ({
    category,
    prompts: group,
  }));
}

/** Lower case without accents, for comparisons. */
function normalize(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Prompts that contain every word of `search` in their text or category. */
export function findPrompts(prompts: readonly Prompt[], search: string): Prompt[] {
  const words = normalize(search).split(/\s+/).filter(Boolean);
  return prompts.filter((prompt) => {
    const text = normalize(`${prompt.prompt} ${prompt.category}`);
    return words.every((word) => text.includes(word));
  });
}

/**
 * The next suggested prompt: the first unanswered one from the category with the fewest answers, so that the topics
 * alternate. Null if all are answered.
 */
export function nextPrompt(prompts: readonly Prompt[], answered: ReadonlySet<number>): Prompt | null {
  const groups = groupByCategory(prompts).map((group) => ({
    unanswered: group.prompts.filter((prompt) => !answered.has(prompt.id)),
    answeredCount: group.prompts.filter((prompt) => answered.has(prompt.id)).length,
  }));
  const candidates = groups.filter((group) => group.unanswered.length > 0);
  const fewest = Math.min(...candidates.map((group) => group.answeredCount));
  return candidates.find((group) => group.answeredCount === fewest)?.unanswered[0] ?? null;
}
