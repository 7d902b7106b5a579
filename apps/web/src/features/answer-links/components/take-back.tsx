import { answerLinks as text } from '@kinreel/messages/en/answer-links';
import { PressState } from '../../../shared/ui/press-state.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import { useTakeAnswerBackMutation } from '../answer-links.api.ts';
import { AnswerFrame } from './answer-frame.tsx';
import { AnswerResult } from './answer-result.tsx';

/** The page of the mail about an answer: one press deletes it. Some mail programs open links, so opening does nothing. */
export function TakeBack({ code }: { code: string }) {
  const [takeBack, { isLoading, isSuccess, error }] = useTakeAnswerBackMutation();
  usePageTitle(text.takeBackTitle);
  return (
    <AnswerFrame footer={isSuccess ? text.close : undefined}>
      {isSuccess ? (
        <AnswerResult sign="done" title={text.tookBack} text={text.tookBackText} />
      ) : (
        <PressState
          title={text.takeBackTitle}
          text={text.takeBackText}
          label={text.takeBackConfirm}
          isLoading={isLoading}
          error={error}
          onPress={() => void takeBack(code)}
        />
      )}
    </AnswerFrame>
  );
}
