import type { Prompt } from '@kinreel/contracts/prompts';
import { pace as text } from '@kinreel/messages/en/pace';
import { questions } from '@kinreel/messages/en/questions';
import Box from '@mui/material/Box';
import { useRef } from 'react';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { QuestionCard } from '../../../shared/ui/question-card.tsx';
import { FailedState } from '../../../shared/ui/states.tsx';
import { useGetPaceQuery, usePutWeekQuestionAwayMutation } from '../pace.api.ts';

interface WeekQuestionProps {
  /** Records an answer. */
  onRecord: (prompt: Prompt) => void;
  /** Uploads a video as the answer. */
  onUpload: (prompt: Prompt) => void;
}

/** The question of the week that waits for the user. Shows nothing if there is none. */
export function WeekQuestion(actions: WeekQuestionProps) {
  const notices = useNotices();
  const section = useRef<HTMLDivElement>(null);
  const query = useGetPaceQuery(undefined, { refetchOnMountOrArgChange: true });
  const [putAway, { isLoading }] = usePutWeekQuestionAwayMutation();

  async function refuse() {
    const { error } = await putAway();
    if (error) return notices.failed(questions.putAway, error, () => void refuse());
    // The button will be removed.
    section.current?.focus();
    notices.success({ title: text.isPutAway });
  }

  if (query.data === undefined) {
    return query.isError ? (
      <FailedState title={text.loadFailed} error={query.error} headingLevel="h2" onRetry={query.refetch} />
    ) : null;
  }
  const { question } = query.data;
  return (
    <Box
      ref={section}
      component="section"
      tabIndex={-1}
      aria-label={question ? text.week : undefined}
      sx={{ ...(question && { mt: { xs: 4, sm: 6 } }), '&:focus': { outline: 'none' } }}
    >
      {question && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          <QuestionCard
            prompt={question}
            intro={text.week}
            seen={text.seen}
            busy={isLoading}
            onPutAway={() => void refuse()}
            {...actions}
          />
        </Box>
      )}
    </Box>
  );
}
