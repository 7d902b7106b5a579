import type { PublishedAnswer } from '@kinreel/contracts/answer-links';
import { answerLinks as text } from '@kinreel/messages/en/answer-links';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { type ApiError, errorMessage } from '../../../shared/api/api-error.ts';
import { ProgressRing } from '../../../shared/ui/progress-ring.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import { usePublishAnswerMutation } from '../answer-links.api.ts';
import { sendAnswer } from '../send-answer.ts';

interface SendingProps {
  code: string;
  file: File;
  onSent: (answer: PublishedAnswer) => void;
  /** The link has ended meanwhile. */
  onEnded: () => void;
  onBack: () => void;
}

const ENDED = ['answer_link.ended', 'answer_link.missing'];

/** Sends the answer and publishes it. After an error the person can try again. */
export function Sending({ code, file, onSent, onEnded, onBack }: SendingProps) {
  const [publish] = usePublishAnswerMutation();
  const [percent, setPercent] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const uploadId = useRef<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(text.sending);
  useEffect(() => heading.current?.focus(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setError(null);
    void send(signal).catch((failure: ApiError) => {
      if (signal.aborted) return;
      if (ENDED.includes(failure.code)) return onEnded();
      // Another attempt sends the file again if the server has deleted this upload.
      if (failure.status >= 400 && failure.status < 500 && failure.code !== 'upload.unfinished')
        uploadId.current = null;
      setWaiting(false);
      setError(failure);
    });
    return () => controller.abort();
  }, [attempt]);

  async function send(signal: AbortSignal): Promise<void> {
    const id = await sendAnswer({
      code,
      file,
      signal,
      uploadId: uploadId.current,
      onProgress: setPercent,
      onWaiting: setWaiting,
      onBegun: (begun) => {
        uploadId.current = begun;
      },
    });
    const answer = await publish({ code, upload_id: id }).unwrap();
    if (!signal.aborted) onSent(answer);
  }

  return (
    <>
      <Typography
        ref={heading}
        variant="title"
        component="h1"
        tabIndex={-1}
        sx={{ textWrap: 'balance', '&:focus': { outline: 'none' } }}
      >
        {error ? text.sendFailed : text.sending}
      </Typography>
      {error ? (
        <>
          <Alert severity="error" sx={{ mt: 5, alignSelf: 'flex-start' }}>
            {errorMessage(error)}
          </Alert>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mt: 5 }}>
            <Button variant="contained" size="large" onClick={() => setAttempt((before) => before + 1)}>
              {text.tryAgain}
            </Button>
            <Button size="large" onClick={onBack}>
              {text.back}
            </Button>
          </Box>
        </>
      ) : (
        <>
          <Box sx={{ my: 6 }}>
            <ProgressRing value={percent} label={text.sending} tone={isWaiting ? 'warning' : 'brand'} />
          </Box>
          <Typography role="status" sx={{ color: 'text.secondary', maxWidth: '34em' }}>
            {isWaiting ? text.waiting : text.sendingHint}
          </Typography>
        </>
      )}
    </>
  );
}
