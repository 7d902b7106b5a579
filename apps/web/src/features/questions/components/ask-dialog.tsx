import type { Person } from '@kinreel/contracts/profile';
import { OWN_WORDS_MAX_LENGTH, ownWords, type Prompt } from '@kinreel/contracts/prompts';
import type { AskedQuestion, QuestionMoment } from '@kinreel/contracts/questions';
import { common } from '@kinreel/messages/en/common';
import { questions as text } from '@kinreel/messages/en/questions';
import ExpandLessRounded from '@mui/icons-material/ExpandLessRounded';
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatDuration } from '../../../shared/format/duration-and-size.ts';
import { formatNumber } from '../../../shared/format/numbers.ts';
import { offerPush } from '../../../shared/offline/push-offer.ts';
import { paths } from '../../../shared/paths.ts';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { FailedState } from '../../../shared/ui/states.tsx';
import { useFocusAfterRemoval } from '../../../shared/ui/use-focus-after-removal.ts';
import { useUnsavedWork } from '../../../shared/unsaved-work.ts';
import { useAskQuestionMutation, useGetAskedQuestionsQuery, useWithdrawQuestionMutation } from '../questions.api.ts';

interface AskDialogProps {
  open: boolean;
  person: Pick<Person, 'id' | 'first_name'>;
  onClose: () => void;
  /**
   * The moment of a video that the question is about, and how it is shown. Without it, the question is about nothing.
   */
  about?: { moment: QuestionMoment; shown: ReactNode } | undefined;
  /** The list of prompts, which also offers to ask in one's own words. */
  renderChooser: (
    chosen: number | null,
    onChange: (prompt: Prompt) => void,
    onOwnWords: (words: string) => void,
  ) => ReactNode;
  /** More that the asker can do with an open question. */
  renderOpen?: (question: AskedQuestion) => ReactNode;
}

/**
 * Asks a connected person one of the prompts or a question in one's own words, and lists what the user has asked them.
 */
export function AskDialog({ open, person, onClose, about, renderChooser, renderOpen }: AskDialogProps) {
  const notices = useNotices();
  const field = useRef<HTMLTextAreaElement>(null);
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  const [words, setWords] = useState('');
  // What was in the field before one of the questions was chosen.
  const [replaced, setReplaced] = useState('');
  const [invalid, setInvalid] = useState<string>();
  useUnsavedWork(open && words.trim() !== '');
  const [ask, { isLoading }] = useAskQuestionMutation();
  const name = person.first_name;

  /** Shows the field, with what is below it, also if the list was scrolled. */
  function showField() {
    field.current?.focus();
    field.current?.closest('.MuiFormControl-root')?.scrollIntoView({ block: 'center' });
  }

  function write(value: string) {
    setWords(value);
    setPrompt(null);
    setInvalid(undefined);
  }

  async function send() {
    const parsed = prompt ? null : ownWords.safeParse(words);
    const problem = words.trim() ? parsed?.error?.issues[0]?.message : !prompt && (about ? text.write : text.choose);
    setInvalid(problem || undefined);
    if (problem) return showField();
    const { error } = await ask({
      user_id: person.id,
      ...(prompt ? { prompt_id: prompt.id } : { words: parsed?.data }),
      ...(about && { moment: about.moment }),
    });
    if (error) return notices.failed(text.send({ name }), error, () => void send());
    setPrompt(null);
    setWords('');
    setReplaced('');
    onClose();
    notices.success({ title: text.sent({ name }) });
    offerPush();
  }

  return (
    <AppDialog
      open={open}
      title={about ? text.askAbout({ name }) : text.askOf({ name })}
      fixedTop
      busy={isLoading}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" disabled={isLoading} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button variant="contained" loading={isLoading} loadingPosition="start" onClick={() => void send()}>
            {text.send({ name })}
          </Button>
        </>
      }
    >
      <Typography sx={{ color: 'text.secondary', mb: 4, overflowWrap: 'anywhere' }}>{text.intro({ name })}</Typography>
      <Asked person={person} open={open} renderOpen={renderOpen} />
      {about?.shown}
      <FormField
        ref={field}
        label={about ? text.wordsAbout : text.words}
        value={words}
        multiline
        minRows={2}
        maxRows={6}
        readOnly={isLoading}
        hint={text.wordsHint({ max: formatNumber(OWN_WORDS_MAX_LENGTH) })}
        error={invalid}
        onChange={(event) => write(event.target.value)}
        sx={{ mb: replaced && !words ? 1 : 5 }}
      />
      {replaced && !words && (
        <Button onClick={() => write(replaced)} sx={{ mb: 4 }}>
          {text.wordsBack}
        </Button>
      )}
      {!about && (
        <>
          <Typography variant="h4" component="h3" sx={{ mb: 3 }}>
            {text.orOne}
          </Typography>
          {renderChooser(
            prompt?.id ?? null,
            (chosen) => {
              setPrompt(chosen);
              if (words.trim()) setReplaced(words);
              setWords('');
              setInvalid(undefined);
            },
            (search) => {
              write(search);
              showField();
            },
          )}
        </>
      )}
    </AppDialog>
  );
}

const NONE: AskedQuestion[] = [];
const idOf = (question: AskedQuestion) => question.id;

/**
 * What the user has asked the person: a line that opens the list. Shows nothing if there is nothing, or while it loads.
 */
function Asked({ person, open, renderOpen }: Pick<AskDialogProps, 'person' | 'open' | 'renderOpen'>) {
  const listId = useId();
  const notices = useNotices();
  const container = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  const query = useGetAskedQuestionsQuery(person.id, { skip: !open, refetchOnMountOrArgChange: true });
  const [withdraw, { isLoading, originalArgs }] = useWithdrawQuestionMutation();
  const keepFocus = useFocusAfterRemoval(query.data ?? NONE, idOf, container);

  async function takeBack(question: AskedQuestion) {
    const { error } = await withdraw(question.id);
    if (error) return notices.failed(text.withdraw, error, () => void takeBack(question));
    keepFocus(question.id);
    notices.success({ title: text.withdrawn });
  }

  if (query.isError && query.data === undefined) {
    return <FailedState title={text.askedFailed} error={query.error} headingLevel="h3" onRetry={query.refetch} />;
  }
  const questions = query.data ?? NONE;
  if (questions.length === 0 && !isShown) return null;
  const summary = text.asked({ name: person.first_name, count: questions.length });
  return (
    <Box
      ref={container}
      component="section"
      tabIndex={-1}
      aria-label={summary}
      sx={{ mb: 5, '&:focus': { outline: 'none' } }}
    >
      <Button
        variant="soft"
        aria-expanded={isShown}
        aria-controls={listId}
        endIcon={isShown ? <ExpandLessRounded /> : <ExpandMoreRounded />}
        onClick={() => setShown(!isShown)}
        sx={{ textAlign: 'start', overflowWrap: 'anywhere' }}
      >
        {summary}
      </Button>
      <Box component="ul" id={listId} hidden={!isShown} sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
        {questions.map((question) => (
          <Box
            key={question.id}
            component="li"
            data-row={question.id}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 3,
              py: 2.5,
              borderTop: '1px solid',
              borderColor: 'divider',
            }}
          >
            <Box sx={{ flex: '1 1 10em', minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography sx={{ fontWeight: 600 }}>{question.prompt.prompt}</Typography>
              <Typography sx={{ color: 'text.secondary', fontSize: '1rem' }}>
                {question.answered ? text.answered : text.open}
                {question.moment && ` · ${text.aboutTime({ time: formatDuration(question.moment.at) })}`}
              </Typography>
            </Box>
            {!question.answered && renderOpen?.(question)}
            {question.video_id ? (
              <Button
                variant="soft"
                component={Link}
                to={`${paths.videos(person.id)}?autoplay=${question.video_id}`}
                aria-label={text.watchOf({ prompt: question.prompt.prompt })}
              >
                {text.watch}
              </Button>
            ) : (
              !question.answered && (
                <Button
                  aria-label={text.withdrawOf({ prompt: question.prompt.prompt })}
                  disabled={isLoading && originalArgs === question.id}
                  onClick={() => void takeBack(question)}
                >
                  {text.withdraw}
                </Button>
              )
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
