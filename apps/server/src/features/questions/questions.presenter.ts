import type { AskedQuestion, QuestionMoment, WaitingQuestion } from '@kinreel/contracts';
import { momentOf } from '../notes/notes.presenter.ts';
import { presentPerson } from '../profile/profile.presenter.ts';
import type { listAsked, listWaiting } from './questions.queries.ts';

type WaitingRow = Awaited<ReturnType<typeof listWaiting>>[number];
type AskedRow = Awaited<ReturnType<typeof listAsked>>[number];

const promptOf = ({ prompt_id: id, prompt, category }: WaitingRow | AskedRow) => ({ id, prompt, category });

function presentMoment({ about_id: videoId, about_ms, ...video }: WaitingRow | AskedRow): QuestionMoment | null {
  const at = momentOf({ ...video, at_ms: about_ms });
  return videoId === null || at === null ? null : { video_id: videoId, at: Math.floor(at) };
}

/** A question for the person who was asked. */
export function presentWaiting(row: WaitingRow): WaitingQuestion {
  return {
    id: row.question_id,
    prompt: promptOf(row),
    asker: presentPerson(row),
    asked_at: row.asked_at.toISOString(),
    moment: presentMoment(row),
  };
}

/** A question for the person who has asked it. It does not say whether it was put away. */
export function presentAsked(row: AskedRow): AskedQuestion {
  return {
    id: row.question_id,
    prompt: promptOf(row),
    asked_at: row.asked_at.toISOString(),
    answered: row.answered_at !== null,
    video_id: row.video_id,
    moment: presentMoment(row),
  };
}
