import { ownWords } from '@kinreel/contracts/prompts';
import { PROMPT_CATEGORIES, type PromptCategory, type SitePrompt } from '@kinreel/contracts/site-prompts';
import { administration as text } from '@kinreel/messages/en/administration';
import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEvent, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { SettingsList, SettingsRow } from '../../../shared/ui/settings-list.tsx';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import {
  useAddSitePromptMutation,
  useChangeSitePromptMutation,
  useGetSitePromptsQuery,
} from '../administration.api.ts';

const CATEGORIES = PROMPT_CATEGORIES.map((category) => [category, category] as const);

/** The questions that people can choose: a form for new ones, those of this site, and those that are always there. */
export function SitePrompts() {
  const { data, error, isError, refetch } = useGetSitePromptsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Box sx={{ pt: { xs: 5, sm: 7 } }}>
      <Typography sx={{ color: 'text.secondary', mb: 5 }}>{text.promptsIntro}</Typography>
      <AddPrompt />
      {data ? (
        <>
          <PromptList title={text.ownPrompts} prompts={data.filter(({ own }) => own)} />
          <PromptList title={text.givenPrompts} prompts={data.filter(({ own }) => !own)} />
        </>
      ) : isError ? (
        <FailedState headingLevel="h2" title={text.promptsFailed} error={error} onRetry={refetch} />
      ) : (
        <LoadingState label={text.promptsLoading} />
      )}
    </Box>
  );
}

function AddPrompt() {
  const notices = useNotices();
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [category, setCategory] = useState<PromptCategory>(PROMPT_CATEGORIES[0]);
  const [problem, setProblem] = useState<string>();
  const [add, { isLoading }] = useAddSitePromptMutation();

  async function send(event: FormEvent) {
    event.preventDefault();
    const parsed = ownWords.safeParse(words);
    setProblem(parsed.error?.issues[0]?.message);
    if (!parsed.success) return field.current?.focus();
    const { error } = await add({ words: parsed.data, category });
    if (error) return setProblem(errorMessage(error));
    setWords('');
    notices.success({ title: text.promptAdded });
  }

  return (
    <Box
      component="form"
      noValidate
      onSubmit={send}
      sx={{ display: 'grid', gap: 3, justifyItems: 'start', maxWidth: 560 }}
    >
      <Typography component="h2" variant="h4">
        {text.addPromptTitle}
      </Typography>
      <FormField
        ref={field}
        label={text.promptWords}
        value={words}
        readOnly={isLoading}
        onChange={(event) => {
          setWords(event.target.value);
          setProblem(undefined);
        }}
        error={problem}
      />
      <SelectField label={text.promptCategory} value={category} options={CATEGORIES} onChange={setCategory} />
      <Button type="submit" variant="outlined" loading={isLoading} loadingPosition="start">
        {text.addPrompt}
      </Button>
    </Box>
  );
}

/** Prompts of the list with their actions. Shows nothing if there are none. */
function PromptList({ title, prompts }: { title: string; prompts: readonly SitePrompt[] }) {
  const notices = useNotices();
  const [changed, setChanged] = useState<SitePrompt>();
  const [isOpen, setOpen] = useState(false);
  const [change] = useChangeSitePromptMutation();

  async function turn(prompt: SitePrompt, action: string) {
    const { error } = await change({ id: prompt.id, hidden: !prompt.hidden });
    if (error) return notices.failed(action, error, () => void turn(prompt, action));
    notices.success({ title: prompt.hidden ? text.promptShown : text.promptHidden });
  }

  if (prompts.length === 0) return null;
  return (
    <>
      <Typography component="h2" variant="h4" sx={{ mt: { xs: 7, sm: 9 }, mb: 4 }}>
        {title}
      </Typography>
      <SettingsList label={title}>
        {prompts.map((prompt) => {
          const { id, own, hidden, category, prompt: words } = prompt;
          const action = hidden ? text.showPromptOf({ prompt: words }) : text.hidePromptOf({ prompt: words });
          return (
            <SettingsRow
              key={id}
              row={String(id)}
              title={words}
              hint={hidden ? text.hiddenPrompt({ category }) : category}
            >
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
                {own && (
                  <Button
                    variant="outlined"
                    aria-haspopup="dialog"
                    aria-label={text.changePromptOf({ prompt: words })}
                    onClick={() => {
                      setChanged(prompt);
                      setOpen(true);
                    }}
                  >
                    {text.changePrompt}
                  </Button>
                )}
                <Button
                  variant="outlined"
                  aria-label={action}
                  // Enabled meanwhile, so that it keeps the focus.
                  onClick={() => void turn(prompt, action)}
                >
                  {hidden ? text.showPrompt : text.hidePrompt}
                </Button>
              </Box>
            </SettingsRow>
          );
        })}
      </SettingsList>
      {changed && <ChangeDialog key={changed.id} open={isOpen} prompt={changed} onClose={() => setOpen(false)} />}
    </>
  );
}

/** New words for a prompt of this site. */
function ChangeDialog({ open, prompt, onClose }: { open: boolean; prompt: SitePrompt; onClose: () => void }) {
  const notices = useNotices();
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(prompt.prompt);
  const [problem, setProblem] = useState<string>();
  const [change, { isLoading }] = useChangeSitePromptMutation();

  async function save() {
    const parsed = ownWords.safeParse(words);
    setProblem(parsed.error?.issues[0]?.message);
    if (!parsed.success) return field.current?.focus();
    const { error } = await change({ id: prompt.id, words: parsed.data });
    if (error) return setProblem(errorMessage(error));
    onClose();
    notices.success({ title: text.promptChanged });
  }

  return (
    <AppDialog
      open={open}
      sheet
      title={text.changePromptTitle}
      maxWidth={560}
      busy={isLoading}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" disabled={isLoading} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button variant="contained" loading={isLoading} loadingPosition="start" onClick={() => void save()}>
            {text.savePrompt}
          </Button>
        </>
      }
    >
      <FormField
        ref={field}
        label={text.promptWords}
        value={words}
        multiline
        readOnly={isLoading}
        error={problem}
        hint={text.changePromptHint}
        onChange={(event) => {
          setWords(event.target.value);
          setProblem(undefined);
        }}
      />
    </AppDialog>
  );
}
