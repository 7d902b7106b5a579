import type { AnswerPage as Page, PublishedAnswer } from '@kinreel/contracts/answer-links';
import { answerLinks as text } from '@kinreel/messages/en/answer-links';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useGetAnswerPageQuery, usePutAwayByLinkMutation } from '../../features/answer-links/answer-links.api.ts';
import { AnswerFrame } from '../../features/answer-links/components/answer-frame.tsx';
import { AnswerHello } from '../../features/answer-links/components/answer-hello.tsx';
import { AnswerResult } from '../../features/answer-links/components/answer-result.tsx';
import { CopyLink } from '../../features/answer-links/components/copy-link.tsx';
import { Sending } from '../../features/answer-links/components/sending.tsx';
import { Sent } from '../../features/answer-links/components/sent.tsx';
import { TakeBack } from '../../features/answer-links/components/take-back.tsx';
import { RecorderScreen } from '../../features/recording/components/recorder-screen.tsx';
import { TakeList } from '../../features/recording/components/take-list.tsx';
import type { Recorder } from '../../features/recording/recorder.ts';
import type { Take, TakePrompt } from '../../features/recording/take.ts';
import { claimTake, deletePublishedTake, releaseTake } from '../../features/recording/take-store.ts';
import { useRecorder, useRecorderState } from '../../features/recording/use-recorder.ts';
import { useTakes } from '../../features/recording/use-takes.ts';
import { isApiError } from '../../shared/api/api-error.ts';
import { formatDate } from '../../shared/format/date.ts';
import { FilePlayer } from '../../shared/player/file-player.tsx';
import { Logo } from '../../shared/ui/logo.tsx';
import { useNotices } from '../../shared/ui/notices.tsx';
import { FailedState, LoadingState } from '../../shared/ui/states.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';

/** What is on the page of an open link. */
type Step =
  | { at: 'hello' }
  /** `take`: one that was recorded before. */
  | { at: 'recorder'; take: Take | null }
  | { at: 'review'; file: File }
  | { at: 'sending'; file: File; take: Take | null }
  | { at: 'sent'; answer: PublishedAnswer }
  | { at: 'left-out' };

/** Answers a question by a link, without a login. The code is in the fragment of the URL, which no server gets. */
export function AnswerPage() {
  const { hash } = useLocation();
  return <AnswerByLink key={hash} code={hash.slice(1)} />;
}

/** The page of the mail about an answer, which takes it back. */
export function TakeBackPage() {
  const { hash } = useLocation();
  return <TakeBack key={hash} code={hash.slice(1)} />;
}

function AnswerByLink({ code }: { code: string }) {
  const query = useGetAnswerPageQuery(code, { refetchOnMountOrArgChange: true });
  const [step, setStep] = useState<Step>({ at: 'hello' });
  const page = query.data;
  usePageTitle(page?.question ? text.asks({ asker: page.asker.first_name }) : text.loading);

  if (step.at === 'sent' && page) {
    return (
      <AnswerFrame footer={text.close}>
        <Sent page={page} takeBackCode={step.answer.take_back_code} />
      </AnswerFrame>
    );
  }
  if (step.at === 'left-out') {
    return (
      <AnswerFrame footer={text.close}>
        <AnswerResult sign="done" title={text.leftOut} text={text.leftOutText} />
      </AnswerFrame>
    );
  }
  if (!page || isMissing(query.error)) {
    return (
      <AnswerFrame>
        {query.isError ? (
          <LoadFailed error={query.error} onRetry={query.refetch} />
        ) : (
          <LoadingState label={text.loading} />
        )}
      </AnswerFrame>
    );
  }
  if (page.state !== 'open' || !page.question) {
    return (
      <AnswerFrame footer={text.close}>
        <Ended page={page} />
      </AnswerFrame>
    );
  }
  return <OpenLink {...{ code, step, setStep }} page={page} prompt={page.question} refetch={query.refetch} />;
}

interface OpenLinkProps {
  code: string;
  page: Page;
  prompt: TakePrompt;
  step: Step;
  setStep: (step: Step) => void;
  refetch: () => void;
}

function OpenLink({ code, page, prompt, step, setStep, refetch }: OpenLinkProps) {
  const notices = useNotices();
  const [putAway, { isLoading }] = usePutAwayByLinkMutation();
  const chooser = useRef<HTMLInputElement>(null);
  const takesOf = takesKey(page);
  const hello = () => setStep({ at: 'hello' });

  async function leaveOut() {
    const { error } = await putAway(code);
    if (error) return notices.failed(text.putAwayFailed, error, () => void leaveOut());
    setStep({ at: 'left-out' });
  }

  async function end(take: Take | null) {
    if (take) await releaseTake(take.id);
    hello();
    refetch();
  }

  const input = (
    <input
      ref={chooser}
      type="file"
      accept="video/*"
      hidden
      aria-label={text.upload}
      onChange={({ target }) => {
        const file = target.files?.[0];
        target.value = '';
        if (file) setStep({ at: 'review', file });
      }}
    />
  );
  const upload = () => chooser.current?.click();

  switch (step.at) {
    case 'recorder':
      return (
        <Box component="main" id="main">
          {input}
          <RecorderByLink
            {...{ page, prompt, takesOf }}
            take={step.take}
            onSend={(take) => setStep({ at: 'sending', file: take.file, take })}
            onUpload={upload}
            onClose={hello}
          />
        </Box>
      );
    case 'review':
      return (
        <AnswerFrame>
          {input}
          <Review page={page} file={step.file} onOther={upload} onBack={hello}>
            <Button
              variant="contained"
              size="large"
              onClick={() => setStep({ at: 'sending', file: step.file, take: null })}
              sx={{ minHeight: { sm: 76 } }}
            >
              {text.send({ asker: page.asker.first_name })}
            </Button>
          </Review>
        </AnswerFrame>
      );
    case 'sending': {
      const { file, take } = step;
      return (
        <AnswerFrame>
          <Sending
            code={code}
            file={file}
            onSent={(answer) => {
              if (take) void deletePublishedTake(take.id);
              setStep({ at: 'sent', answer });
            }}
            onEnded={() => void end(take)}
            onBack={() => setStep(take ? { at: 'recorder', take } : { at: 'review', file })}
          />
        </AnswerFrame>
      );
    }
    default:
      return (
        <AnswerFrame footer={text.about}>
          {input}
          <AnswerHello
            page={page}
            canRecord={canRecord()}
            savedTakes={
              <TakeList
                compact
                userId={takesOf}
                uploading={[]}
                onSave={({ id }) =>
                  void claimTake(id, takesOf).then((take) => take && setStep({ at: 'sending', file: take.file, take }))
                }
                onWatch={({ id }) =>
                  void claimTake(id, takesOf).then((take) => take && setStep({ at: 'recorder', take }))
                }
              />
            }
            isPuttingAway={isLoading}
            onRecord={() => setStep({ at: 'recorder', take: null })}
            onUpload={upload}
            onPutAway={() => void leaveOut()}
          />
        </AnswerFrame>
      );
  }
}

/** Takes of a link belong to its question, not to a person who may log in on this device. */
const takesKey = ({ question_id }: Pick<Page, 'question_id'>) => `answer to ${question_id}`;

/** A browser inside a messenger may have no camera. An address without https has none either. */
function canRecord(): boolean {
  return window.isSecureContext && 'mediaDevices' in navigator && 'MediaRecorder' in window;
}

interface RecorderByLinkProps {
  page: Page;
  prompt: TakePrompt;
  takesOf: string;
  take: Take | null;
  onSend: (take: Take) => void;
  onUpload: () => void;
  onClose: () => void;
}

/** The recorder. It counts down as soon as the camera is on: the person has pressed Record my answer already. */
function RecorderByLink(props: RecorderByLinkProps) {
  const { takesOf, take, prompt } = props;
  const recorder = useRecorder(takesOf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each recorder
  useEffect(() => {
    if (take) void recorder?.review(take);
    else void recorder?.turnOn().then(() => recorder.startCountdown(prompt));
  }, [recorder]);
  return recorder ? <RecorderScreenByLink {...props} recorder={recorder} /> : <LoadingState />;
}

function RecorderScreenByLink(props: RecorderByLinkProps & { recorder: Recorder }) {
  const { page, prompt, recorder, onSend, onUpload, onClose } = props;
  const { stage } = useRecorderState(recorder);
  return (
    <RecorderScreen
      recorder={recorder}
      prompt={prompt}
      logo={<Logo />}
      savedTakes={
        stage === 'problem' && (
          <Box sx={{ mt: 5 }}>
            <Typography sx={{ mb: 3 }}>{text.continueElsewhere}</Typography>
            <CopyLink />
          </Box>
        )
      }
      asks={text.asks({ asker: page.asker.first_name })}
      stopText={text.stopText}
      saveLabel={text.send({ asker: page.asker.first_name })}
      onSave={(take) => {
        recorder.handOver();
        onSend(take);
      }}
      onUploadInstead={onUpload}
      onClose={onClose}
    />
  );
}

interface ReviewProps {
  page: Page;
  file: File;
  onOther: () => void;
  onBack: () => void;
  /** The button that sends it. */
  children: React.ReactNode;
}

/** The chosen video, before it is sent. */
function Review({ page, file, onOther, onBack, children }: ReviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(text.ready);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each video
  useEffect(() => heading.current?.focus(), [file]);
  return (
    <Box sx={{ display: 'grid', gap: { xs: 5, md: 12 }, gridTemplateColumns: { md: '7fr 5fr' }, alignItems: 'center' }}>
      <Box
        sx={{
          position: 'relative',
          aspectRatio: '16 / 9',
          borderRadius: '20px',
          overflow: 'hidden',
          bgcolor: '#1b211c',
        }}
      >
        <FilePlayer file={file} label={text.yourVideo} />
      </Box>
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
        <Typography ref={heading} variant="title" component="h1" tabIndex={-1} sx={{ '&:focus': { outline: 'none' } }}>
          {text.ready}
        </Typography>
        <Typography variant="question" sx={{ overflowWrap: 'anywhere' }}>
          {page.question?.prompt}
        </Typography>
        <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {text.seen({ asker: page.asker.first_name })}
        </Typography>
        {children}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button onClick={onOther}>{text.otherVideo}</Button>
          <Button onClick={onBack}>{text.back}</Button>
        </Box>
      </Box>
    </Box>
  );
}

/** Why the link permits no answer, with the takes that were not sent. */
function Ended({ page }: { page: Page }) {
  const asker = page.asker.first_name;
  const { takes } = useTakes(takesKey(page));
  return (
    <AnswerResult {...describe()}>
      {takes.length > 0 && (
        <Alert severity="info" sx={{ mt: 6 }}>
          {text.kept}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
            {takes.map(({ id, file }) => (
              <SaveFile key={id} file={file} />
            ))}
          </Box>
        </Alert>
      )}
    </AnswerResult>
  );

  function describe(): { sign: 'done' | 'ended'; title: string; text: string } {
    switch (page.state) {
      case 'answered': {
        const date = page.answered_at ? formatDate(page.answered_at) : '';
        return { sign: 'done', title: text.answered, text: text.answeredText({ asker, date, name: page.first_name }) };
      }
      case 'deleted':
        return { sign: 'done', title: text.tookBack, text: text.tookBackHere({ asker }) };
      case 'taken-back':
        return { sign: 'ended', title: text.takenBack({ asker }), text: text.takenBackText };
      default:
        return { sign: 'ended', title: text.ended, text: text.endedText({ asker }) };
    }
  }
}

/** Saves a recording as a file of the device. */
function SaveFile({ file }: { file: File }) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return (
    <Button variant="contained" component="a" href={url} download={file.name}>
      {text.keep}
    </Button>
  );
}

/** Whether there is no such link, or one of the two does not exist for the other any more. */
const isMissing = (error: unknown) => isApiError(error) && error.code === 'answer_link.missing';

function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isMissing(error)) {
    return <AnswerResult sign="ended" title={text.missing} text={text.missingText} />;
  }
  return <FailedState headingLevel="h1" title={text.loadFailed} error={error} onRetry={onRetry} />;
}
