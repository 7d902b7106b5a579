import type { Person } from '@kinreel/contracts/profile';
import { questions as text } from '@kinreel/messages/en/questions';
import { useMemo } from 'react';
import { useGetWaitingQuestionsQuery } from './questions.api.ts';

/**
 * The people who wait for the user's answer to a prompt, the first asker first; undefined until they are loaded. An
 * answer that is published has no askers any more, see the recipients of its video.
 */
export function useAskers(promptId: number) {
  const { data, isError, error, refetch } = useGetWaitingQuestionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const askers = useMemo(
    () => data?.questions.filter(({ prompt }) => prompt.id === promptId).map(({ asker }) => asker),
    [data, promptId],
  );
  return { askers, isError, error, refetch };
}

/** Says who asks, such as "Mia asks"; null if nobody does. */
export function asksText(askers: readonly Person[]): string | null {
  const [first, ...others] = askers;
  return first ? text.allAsk({ name: first.first_name, others: others.length }) : null;
}
