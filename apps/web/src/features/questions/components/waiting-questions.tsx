import type { Prompt } from '@kinreel/contracts/prompts';
import type { QuestionMoment, WaitingQuestion } from '@kinreel/contracts/questions';
import { questions as text } from '@kinreel/messages/en/questions';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fullName } from '../../../shared/format/person.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { QuestionCard } from '../../../shared/ui/question-card.tsx';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useFocusAfterRemoval } from '../../../shared/ui/use-focus-after-removal.ts';
import { useGetWaitingQuestionsQuery, usePutQuestionAwayMutation, useUndoPutAwayMutation } from '../questions.api.ts';

/** Questions that are shown before Show more. */
const FIRST = 2;

const NONE: WaitingQuestion[] = [];
const idOf = (question: WaitingQuestion) => question.id;

interface WaitingQuestionsProps {
  /** Records an answer. */
  onRecord: (prompt: Prompt) => void;
  /** Uploads a video as the answer. */
  onUpload: (prompt: Prompt) => void;
  /** Shows the moment of a video that a question is about. */
  renderMoment: (moment: QuestionMoment) => ReactNode;
}

/** The questions that wait for the user, the oldest first. Shows nothing if there are none. */
export function WaitingQuestions({ renderMoment, ...actions }: WaitingQuestionsProps) {
  const notices = useNotices();
  const container = useRef<HTMLDivElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const query = useGetWaitingQuestionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [putAway, { isLoading, originalArgs }] = usePutQuestionAwayMutation();
  const [undoPutAway] = useUndoPutAwayMutation();
  const [returned, setReturned] = useState<string>();
  const [isEmptied, setEmptied] = useState(false);
  const questions = query.data?.questions;
  const keepFocus = useFocusAfterRemoval(questions ?? NONE, idOf, container);

  async function refuse(question: WaitingQuestion) {
    const { error } = await putAway(question.id);
    if (error) return notices.failed(text.putAway, error, () => void refuse(question));
    keepFocus(question.id);
    setEmptied(true);
    notices.success({
      title: text.isPutAway({ name: question.asker.first_name }),
      stays: true,
      action: { label: text.undo, onClick: () => void undo(question) },
    });
  }

  async function undo(question: WaitingQuestion) {
    const { error } = await undoPutAway(question.id);
    if (error) return notices.failed(text.undo, error, () => void undo(question));
    setReturned(question.id);
  }

  // The notice with Undo was removed, so the question that has returned gets the focus.
  useEffect(() => {
    const row = returned && container.current?.querySelector(`[data-row="${returned}"]`);
    if (!row || !questions) return;
    row.querySelector('button')?.focus();
    setReturned(undefined);
  }, [returned, questions]);

  if (questions === undefined) {
    return query.isError ? (
      <FailedState title={text.loadFailed} error={query.error} headingLevel="h2" onRetry={query.refetch} />
    ) : (
      <LoadingState label={text.loading} />
    );
  }
  const shown = showsAll ? questions : questions.slice(0, FIRST);
  const more = questions.length - shown.length;
  return (
    <Box
      ref={container}
      component="section"
      tabIndex={-1}
      aria-label={questions.length > 0 ? text.waiting : isEmptied ? text.noneWaiting : undefined}
      sx={{ ...(questions.length > 0 && { mt: { xs: 4, sm: 6 } }), '&:focus': { outline: 'none' } }}
    >
      <Box component="ul" sx={{ display: 'grid', gap: { xs: 3.5, sm: 5 }, listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((question) => (
          <QuestionCard
            key={question.id}
            row={question.id}
            prompt={question.prompt}
            intro={text.asks({ name: question.asker.first_name })}
            seen={text.seen({ name: question.asker.first_name })}
            renderFace={(size) => (
              <PersonAvatar name={fullName(question.asker)} src={question.asker.profile_image} size={size} />
            )}
            about={question.moment && renderMoment(question.moment)}
            busy={isLoading && originalArgs === question.id}
            onPutAway={() => void refuse(question)}
            {...actions}
          />
        ))}
      </Box>
      {more > 0 && (
        <Button variant="outlined" onClick={() => setShowsAll(true)} sx={{ mt: 3.5 }}>
          {text.more({ count: more })}
        </Button>
      )}
    </Box>
  );
}
