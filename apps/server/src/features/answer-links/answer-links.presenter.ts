import type { AnswerLinkState, AnswerPage } from '@kinreel/contracts';
import type { LinkRow } from './answer-links.queries.ts';

/** Whether a link permits to answer, or why not. */
export function stateOf(row: LinkRow): AnswerLinkState {
  if (row.is_open) return 'open';
  if (row.answered_at !== null) return row.take_back_hash !== null && row.video_id === null ? 'deleted' : 'answered';
  return row.withdrawn_at === null ? 'ended' : 'taken-back';
}

/** What the page of a link shows: a link that has ended shows names only. @param photo of the asker, as a data URL */
export function presentAnswerPage(row: LinkRow, photo: string | null): AnswerPage {
  const state = stateOf(row);
  return {
    state,
    question_id: row.question_id,
    first_name: row.person_first_name,
    asker: { first_name: row.asker_first_name, photo: state === 'open' ? photo : null },
    question: state === 'open' ? { id: row.prompt_id, prompt: row.prompt } : null,
    answered_at: row.answered_at?.toISOString() ?? null,
  };
}
