import type { Prompt } from '@kinreel/contracts/prompts';
import { prompts as text } from '@kinreel/messages/en/prompts';
import SearchRounded from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import FormLabel from '@mui/material/FormLabel';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { FailedState } from '../../../shared/ui/states.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { findPrompts, groupByCategory } from '../prompt-lists.ts';
import { useGetPromptsQuery } from '../prompts.api.ts';
import { usePrompt } from '../use-prompt.ts';
import { OwnTitle } from './own-title.tsx';

interface PromptChooserProps {
  /** Id of the chosen prompt. */
  value: number | null;
  onChange: (prompt: Prompt) => void;
  /**
   * Whether choosing a prompt leaves the page. The prompts are buttons then, because arrow keys would already choose
   * radio buttons.
   */
  leaves?: boolean;
  /** Whether the last entry is "Something else", with a title of one's own. */
  somethingElse?: boolean;
  /** Whether the list is as high as its prompts, because what contains it scrolls. */
  whole?: boolean;
  /** A word about a prompt by its id, such as "Answered". */
  marks?: ReadonlyMap<number, string> | undefined;
  /** Offered if a search finds nothing. */
  nothingFound?: { label: string; onPress: (search: string) => void } | undefined;
}

/**
 * Maximum height of the list. Phones keep space for the drop area below it; wider screens use the height of the dialog.
 */
const LIST_HEIGHT = { xs: 'clamp(208px, 100dvh - 440px, 420px)', sm: 'clamp(280px, 100dvh - 380px, 960px)' };

/** Chooses a prompt: a search field above radio buttons grouped by category (UP-01). */
export function PromptChooser({
  value,
  onChange,
  leaves = false,
  somethingElse = false,
  ...props
}: PromptChooserProps) {
  const { whole = leaves, marks, nothingFound } = props;
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  // The form of the own title was removed, so the title gets the focus.
  const hasMade = useRef(false);
  const [search, setSearch] = useState('');
  const { data: prompts, isError, error, refetch } = useGetPromptsQuery();
  const found = useMemo(() => findPrompts(prompts ?? [], search), [prompts, search]);
  const groups = useMemo(() => groupByCategory(found), [found]);
  const chosen = usePrompt(value);
  const own = chosen && prompts && !prompts.some((prompt) => prompt.id === chosen.id) ? chosen : null;

  // Scroll to the selected prompt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one's own prompt is shown once it has loaded
  useEffect(() => {
    const option = prompts && list.current?.querySelector<HTMLElement>('input:checked');
    option?.parentElement?.scrollIntoView({ block: 'nearest' });
    if (own && hasMade.current) option?.focus();
    hasMade.current &&= !own;
  }, [prompts, own?.id]);

  if (isError && !prompts)
    return <FailedState title={text.loadFailed} error={error} onRetry={refetch} headingLevel="h3" />;

  return (
    <div>
      <FormLabel htmlFor={id}>{text.choose}</FormLabel>
      <OutlinedInput
        id={id}
        type="search"
        fullWidth
        placeholder={text.find}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        inputProps={{ 'aria-label': text.find, autoComplete: 'off' }}
        startAdornment={
          <InputAdornment position="start">
            <SearchRounded />
          </InputAdornment>
        }
        sx={{
          mt: { xs: 1.25, sm: 2 },
          mb: 2.5,
          minHeight: 52,
          '& input': { paddingInlineStart: 0, '&::-webkit-search-cancel-button': { display: 'none' } },
        }}
      />
      <Box component="span" role="status" sx={visuallyHidden}>
        {search && text.found({ count: found.length })}
      </Box>
      <Box
        component="fieldset"
        ref={list}
        aria-label={text.list}
        // Padding for the focus ring.
        sx={{
          border: 0,
          m: -1.5,
          p: 1.5,
          minWidth: 0,
          ...(!whole && { maxHeight: LIST_HEIGHT, overflowY: 'auto', overscrollBehavior: 'contain' }),
        }}
      >
        {!prompts &&
          ['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} variant="rounded" height={60} sx={{ mb: 2, borderRadius: '12px' }} />
          ))}
        {own && <Option name={id} prompt={own} checked onChoose={() => onChange(own)} />}
        {prompts && found.length === 0 && (
          <>
            <Typography sx={{ color: 'text.secondary', py: 3 }}>{text.noneFound}</Typography>
            {nothingFound && (
              <Button variant="outlined" fullWidth onClick={() => nothingFound.onPress(search)}>
                {nothingFound.label}
              </Button>
            )}
          </>
        )}
        {groups.map((group) => (
          <div key={group.category}>
            <Typography variant="body2" component="p" sx={{ color: 'text.secondary', fontWeight: 600, pt: 2, pb: 1 }}>
              {group.category}
            </Typography>
            {group.prompts.map((prompt) =>
              leaves ? (
                <ButtonBase key={prompt.id} onClick={() => onChange(prompt)} sx={[OPTION, OPEN_OPTION]}>
                  {prompt.prompt}
                </ButtonBase>
              ) : (
                <Option
                  key={prompt.id}
                  name={id}
                  prompt={prompt}
                  checked={prompt.id === value}
                  mark={marks?.get(prompt.id)}
                  onChoose={() => onChange(prompt)}
                />
              ),
            )}
          </div>
        ))}
        {prompts && somethingElse && (
          <OwnTitle
            onMade={(made) => {
              hasMade.current = true;
              onChange(made);
            }}
          />
        )}
      </Box>
    </div>
  );
}

const OPTION = {
  display: 'flex',
  alignItems: 'center',
  gap: 3.5,
  minHeight: { xs: 56, sm: 60 },
  px: 3.5,
  py: 2,
  mb: 2,
  borderRadius: '12px',
  cursor: 'pointer',
  lineHeight: 1.25,
} as const;

const OPEN_OPTION = {
  width: 1,
  justifyContent: 'flex-start',
  textAlign: 'start',
  font: 'inherit',
  lineHeight: 1.25,
  boxShadow: 'inset 0 0 0 1px var(--mui-palette-divider)',
  '&:hover': { bgcolor: 'sunken' },
} as const;

interface OptionProps {
  name: string;
  prompt: Prompt;
  checked: boolean;
  mark?: string | undefined;
  onChoose: () => void;
}

/** One prompt. Uses a native radio button for its keyboard behavior. */
function Option({ name, prompt, checked, mark, onChoose }: OptionProps) {
  return (
    <Box
      component="label"
      sx={(theme) => ({
        ...OPTION,
        boxShadow: checked
          ? `inset 0 0 0 2px ${theme.vars?.palette.primary.main}`
          : `inset 0 0 0 1px ${theme.vars?.palette.divider}`,
        bgcolor: checked ? 'tint.main' : undefined,
        color: checked ? 'tint.contrastText' : undefined,
        fontWeight: checked ? 600 : 400,
        position: 'relative',
        '&:hover': { bgcolor: checked ? 'tint.main' : 'sunken' },
        '&:has(:focus-visible)': { outline: `3px solid ${theme.vars?.palette.focusRing}`, outlineOffset: 2 },
      })}
    >
      <Box
        component="input"
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        sx={{
          appearance: 'none',
          flex: 'none',
          m: 0,
          width: 24,
          height: 24,
          borderRadius: '50%',
          border: checked ? '7px solid' : '2px solid',
          borderColor: checked ? 'accent.main' : 'edge',
          bgcolor: 'background.paper',
          '&:focus-visible': { outline: 'none' },
        }}
      />
      <span>
        {prompt.prompt}
        {mark && (
          <Typography component="span" sx={{ display: 'block', color: checked ? 'inherit' : 'text.secondary', mt: 1 }}>
            {mark}
          </Typography>
        )}
      </span>
    </Box>
  );
}
