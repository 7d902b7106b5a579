import { answerLinks as text } from '@kinreel/messages/en/answer-links';
import { useState } from 'react';
import { isApiError } from '../../../shared/api/api-error.ts';
import { PressState } from '../../../shared/ui/press-state.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import { useTakeAnswerBackMutation } from '../answer-links.api.ts';
import { AnswerFrame } from './answer-frame.tsx';
import { AnswerResult } from './answer-result.tsx';

/** `answer_link.missing`: the answer is deleted already, or there never was one. */
const isDeleted = (error: unknown) => isApiError(error) && error.code === 'answer_link.missing';

/**
 * The page of the mail about an answer: one press deletes it. Some mail programs open links, so opening does nothing.
 */
export function TakeBack({ code }: { code: string }) {
  const [takeBack, { isLoading, isSuccess, error }] = useTakeAnswerBackMutation();
  const [isKept, setKept] = useState(false);
  usePageTitle(text.takeBackTitle);
  return (
    <AnswerFrame footer={isSuccess || isKept ? text.close : undefined}>
      {isKept ? (
        <AnswerResult key="kept" sign="done" title={text.answerStays} text={text.answerStaysText} />
      ) : isDeleted(error) ? (
        <AnswerResult key="deleted" sign="done" title={text.nothingToDelete} text={text.nothingToDeleteText} />
      ) : isSuccess ? (
        <AnswerResult sign="done" title={text.tookBack} text={text.tookBackText} />
      ) : (
        <PressState
          title={text.takeBackTitle}
          text={text.takeBackText}
          label={text.takeBackConfirm}
          isLoading={isLoading}
          error={error}
          onPress={() => void takeBack(code)}
          other={{ label: text.takeBackCancel, onPress: () => setKept(true) }}
        />
      )}
    </AnswerFrame>
  );
}
