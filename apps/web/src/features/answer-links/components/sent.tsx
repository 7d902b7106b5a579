import type { AnswerPage } from '@kinreel/contracts/answer-links';
import { answerLinks as text } from '@kinreel/messages/en/answer-links';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { useTakeAnswerBackMutation } from '../answer-links.api.ts';
import { AnswerResult } from './answer-result.tsx';

/** The answer is sent, and can be taken back while this page is open. */
export function Sent({ page, takeBackCode }: { page: AnswerPage; takeBackCode: string }) {
  const notices = useNotices();
  const [takeBack, { isLoading, isSuccess }] = useTakeAnswerBackMutation();
  const [isAsking, setAsking] = useState(false);
  const asker = page.asker.first_name;

  async function confirm() {
    setAsking(false);
    const { error } = await takeBack(takeBackCode);
    if (error) notices.failed(text.takeBackFailed, error, () => void confirm());
  }

  if (isSuccess) return <AnswerResult key="back" sign="done" title={text.tookBack} text={text.tookBackText} />;
  return (
    <AnswerResult key="sent" sign="done" title={text.sent} text={text.sentText({ asker, name: page.first_name })}>
      <Button disabled={isLoading} onClick={() => setAsking(true)} sx={{ mt: 6, mx: -5.5 }}>
        {text.takeBack}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={text.takeBackTitle}
        text={text.takeBackText}
        confirmLabel={text.takeBackConfirm}
        cancelLabel={text.takeBackCancel}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      />
    </AnswerResult>
  );
}
