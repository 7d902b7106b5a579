import type { Prompt } from '@kinreel/contracts/prompts';
import { describe, expect, it } from 'vitest';
import { findPrompts, groupByCategory, nextPrompt } from './prompt-lists.ts';

const prompts: Prompt[] = [
  { id: 1, prompt: 'What is the first thing you remember?', category: 'Childhood' },
  { id: 2, prompt: 'What games did you play?', category: 'Childhood' },
  { id: 9, prompt: 'What do you remember about your grandparents?', category: 'Family and roots' },
  { id: 16, prompt: 'Which entrée tastes of home?', category: 'Family and roots' },
];

describe('prompt lists', () => {
  it('[UP-01] groups prompts by category, in the order of the server', () => {
    expect(groupByCategory(prompts).map((group) => [group.category, group.prompts.map((one) => one.id)])).toEqual([
      ['Childhood', [1, 2]],
      ['Family and roots', [9, 16]],
    ]);
  });

  it('[UP-01] finds prompts by words, ignoring case and accents', () => {
    expect(findPrompts(prompts, '').length).toBe(4);
    expect(findPrompts(prompts, ' Remember  you ').map((one) => one.id)).toEqual([1, 9]);
    expect(findPrompts(prompts, 'ENTREE').map((one) => one.id)).toEqual([16]);
    expect(findPrompts(prompts, 'childhood games').map((one) => one.id)).toEqual([2]);
    expect(findPrompts(prompts, 'zebra')).toEqual([]);
  });

  it('[STATE-06] suggests the next prompt from the category with the fewest answers', () => {
    expect(nextPrompt(prompts, new Set())?.id).toBe(1);
    expect(nextPrompt(prompts, new Set([1]))?.id).toBe(9);
    expect(nextPrompt(prompts, new Set([1, 9]))?.id).toBe(2);
    expect(nextPrompt(prompts, new Set([1, 2, 9, 16]))).toBeNull();
    expect(nextPrompt([], new Set())).toBeNull();
  });
});
