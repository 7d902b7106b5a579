import type { Prompt } from '@kinreel/contracts/prompts';

/** The prompts of one category, in the server's order. */
export interface PromptGroup {
  category: string;
  prompts: Prompt[];
}

/** Prompts by category; categories stand in the order in which they first appear. */
export function groupByCategory(prompts: readonly Prompt[]): PromptGroup[] {
  return [...Map.groupBy(prompts, (prompt) => prompt.category)].map(([category, group]) => ({
    category,
    prompts: group,
  }));
}

/** Plain letters for comparing: no capitals, no accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Prompts that hold every word of `search`, in the question or in its category; all of them without a word. */
export function findPrompts(prompts: readonly Prompt[], search: string): Prompt[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return prompts.filter((prompt) => {
    const text = plain(`${prompt.prompt} ${prompt.category}`);
    return words.every((word) => text.includes(word));
  });
}

/**
 * The question to ask next: the first that is not answered yet, turning through the categories so that one day's
 * question does not follow on from the last. Null when all are answered.
 */
export function nextPrompt(prompts: readonly Prompt[], answered: ReadonlySet<number>): Prompt | null {
  const groups = groupByCategory(prompts).map((group) => ({
    open: group.prompts.filter((prompt) => !answered.has(prompt.id)),
    done: group.prompts.filter((prompt) => answered.has(prompt.id)).length,
  }));
  const candidates = groups.filter((group) => group.open.length > 0);
  const fewest = Math.min(...candidates.map((group) => group.done));
  return candidates.find((group) => group.done === fewest)?.open[0] ?? null;
}
