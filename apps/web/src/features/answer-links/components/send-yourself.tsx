import type { AskedQuestion } from '@kinreel/contracts/questions';
import { answerLinks as text } from '@kinreel/messages/en/answer-links';
import IosShareRounded from '@mui/icons-material/IosShareRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { formatDate } from '../../../shared/format/date.ts';
import { LinkBox } from '../../../shared/ui/link-box.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { QrCode } from '../../../shared/ui/qr-code.tsx';
import { LoadingState } from '../../../shared/ui/states.tsx';
import { useEndAnswerLinkMutation, useMakeAnswerLinkMutation } from '../answer-links.api.ts';

interface SendYourselfProps {
  question: Pick<AskedQuestion, 'id' | 'prompt'>;
  /** First name of the person who is asked. */
  name: string;
}

/** For the asker: the link of a question, to send by their own messenger, as a text message or as a code. */
export function SendYourself({ question, name }: SendYourselfProps) {
  const notices = useNotices();
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const [make, { data: link, isLoading, error }] = useMakeAnswerLinkMutation();
  const [end, { isLoading: isEnding }] = useEndAnswerLinkMutation();
  const { prompt } = question.prompt;
  const message = text.message({ prompt });

  function toggle() {
    setOpen(!isOpen);
    if (!isOpen) void make({ questionId: question.id });
  }

  async function endLink() {
    const { error: failure } = await end(question.id);
    if (failure) return notices.failed(text.end, failure, () => void endLink());
    setOpen(false);
    notices.success({ title: text.endDone });
  }

  return (
    <>
      <Button
        variant="soft"
        startIcon={<IosShareRounded />}
        aria-label={text.sendYourselfOf({ prompt })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={toggle}
      >
        {text.sendYourself}
      </Button>
      {isOpen && (
        <Box id={panelId} sx={{ flex: '1 0 100%', minWidth: 0, mt: 3, order: 1 }}>
          {error ? (
            <Alert severity="error">{errorMessage(error)}</Alert>
          ) : !link || isLoading ? (
            <LoadingState label={text.linkLoading} />
          ) : (
            <>
              <Typography sx={{ mb: 3, overflowWrap: 'anywhere' }}>
                {text.linkReady({ name, date: formatDate(link.expires_at) })}
              </Typography>
              <LinkBox url={link.url} message={message} />
              <Button
                variant="soft"
                component="a"
                href={`sms:?&body=${encodeURIComponent(`${message} ${link.url}`)}`}
                sx={{ mt: 3 }}
              >
                {text.bySms}
              </Button>
              <Typography sx={{ mt: 4, mb: 3, overflowWrap: 'anywhere' }}>{text.scan({ name })}</Typography>
              <QrCode url={link.url} label={text.code} />
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>
                <Button onClick={() => void make({ questionId: question.id, renew: true })}>{text.renew}</Button>
                <Button disabled={isEnding} onClick={() => void endLink()}>
                  {text.end}
                </Button>
              </Box>
              <Typography sx={{ color: 'text.secondary', fontSize: '1rem' }}>{text.renewHint}</Typography>
            </>
          )}
        </Box>
      )}
    </>
  );
}
