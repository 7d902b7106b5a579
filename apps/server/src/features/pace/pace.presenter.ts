import type { Pace } from '@kinreel/contracts';
import { presentPerson } from '../profile/profile.presenter.ts';
import type { findNextAsked, findNextPrompt, findPace } from './pace.queries.ts';

type PaceRow = NonNullable<Awaited<ReturnType<typeof findPace>>>;
type NextRow = Awaited<ReturnType<typeof findNextAsked>> | Awaited<ReturnType<typeof findNextPrompt>>;

/** The pace of a person who has never chosen one. */
export const NO_PACE: Pace = { choice: null, next_at: null, next: null, rests: false, question: null };

export function presentPace(row: PaceRow, next: NextRow): Pace {
  const { weekday, hour, time_zone, themes, next_at, prompt_id, prompt, category } = row;
  return {
    choice: { weekday, hour, time_zone, themes },
    next_at: next_at?.toISOString() ?? null,
    next: next
      ? {
          prompt: { id: next.prompt_id, prompt: next.prompt, category: next.category },
          asker: next.question_id === null ? null : presentPerson(next),
        }
      : null,
    rests: next_at !== null && row.rests,
    question: prompt_id !== null && prompt !== null && category !== null ? { id: prompt_id, prompt, category } : null,
  };
}
