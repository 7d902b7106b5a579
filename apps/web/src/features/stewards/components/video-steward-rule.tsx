import { MAX_GIFTS, STEWARD_RULES, type StewardRule, type VideoStewardRule } from '@kinreel/contracts/stewards';
import { stewards as text } from '@kinreel/messages/en/stewards';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { formatList } from '../../../shared/format/list.ts';
import { fullName } from '../../../shared/format/person.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import type { ConnectedPerson } from '../connected-person.ts';
import { useChangeStewardRuleMutation, useGetStewardRuleQuery } from '../stewards.api.ts';

interface StewardRuleProps {
  videoId: string;
  /** The people to whom access may be given; undefined while they load. */
  people: readonly ConnectedPerson[] | undefined;
}

/** What stewards may do with one of the user's videos. */
export function VideoStewardRuleSection({ videoId, people }: StewardRuleProps) {
  const { data, error } = useGetStewardRuleQuery(videoId, { refetchOnMountOrArgChange: true });
  if (error) return <Alert severity="error">{errorMessage(error)}</Alert>;
  if (!data || !people) return <Skeleton role="status" aria-label={text.loading} height={90} />;
  return <RuleForm key={videoId} videoId={videoId} before={data} people={people} />;
}

function labelOf(rule: StewardRule): string {
  switch (rule) {
    case 'watch':
      return text.ruleWatch;
    case 'give':
      return text.ruleGive;
    case 'closed':
      return text.ruleClosed;
    case 'delete':
      return text.ruleDelete;
  }
}

interface RuleFormProps {
  videoId: string;
  before: VideoStewardRule;
  people: readonly ConnectedPerson[];
}

/** The user's choice. */
interface Choice {
  rule: StewardRule;
  /** For `give`: who may get access. */
  people: readonly string[];
}

/** Each change is saved at once, so that closing the dialog loses nothing. */
function RuleForm({ videoId, before, people }: RuleFormProps) {
  const labelId = useId();
  const { choice, choose, isSaved } = useSavedChoice(videoId, {
    rule: before.rule,
    people: before.people.map(({ id }) => id),
  });
  const { rule, people: chosen } = choice;

  function toggle(id: string) {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
    choose({ rule, people: next });
  }

  const names = formatList(before.stewards.map(fullName));
  return (
    <Box role="group" aria-label={text.rule}>
      <Box sx={{ maxWidth: 520 }}>
        <SelectField
          label={text.rule}
          value={rule}
          options={STEWARD_RULES.map((one) => [one, labelOf(one)] as const)}
          onChange={(next) => choose({ rule: next, people: next === 'give' ? chosen : [] })}
        />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
        {text.ruleHint({ count: before.stewards.length, names })}
      </Typography>
      {rule === 'give' && (
        <Box role="group" aria-labelledby={labelId} sx={{ mt: 3 }}>
          <FormLabel component="p" id={labelId} sx={{ m: 0 }}>
            {text.giveTo}
          </FormLabel>
          <Box sx={{ display: 'grid', maxHeight: 260, overflowY: 'auto', mb: 3 }}>
            {people.map(({ id, name }) => (
              <FormControlLabel
                key={id}
                control={
                  <Checkbox
                    checked={chosen.includes(id)}
                    disabled={!chosen.includes(id) && chosen.length >= MAX_GIFTS}
                    onChange={() => toggle(id)}
                  />
                }
                label={name}
                sx={{ minHeight: 44, m: 0 }}
              />
            ))}
          </Box>
          {chosen.length === 0 && <Typography>{text.giveMissing}</Typography>}
        </Box>
      )}
      <Box role="status" sx={{ color: 'text.secondary', minHeight: 24, mt: 2 }}>
        {isSaved && text.ruleSaved}
      </Box>
    </Box>
  );
}

/**
 * Saves a choice whenever it changes, sequentially. Of choices made during a request only the last one is saved.
 * Continues after the form is unmounted. If saving fails, reverts to the last saved choice and shows a notice.
 */
function useSavedChoice(videoId: string, before: Choice) {
  const notices = useNotices();
  const [save] = useChangeStewardRuleMutation();
  const [choice, setChoice] = useState(before);
  const [isSaved, setSaved] = useState(false);
  const saved = useRef(before);
  const wanted = useRef<Choice | null>(null);
  const isSaving = useRef(false);

  async function saveWanted() {
    if (isSaving.current) return;
    isSaving.current = true;
    while (wanted.current) {
      const next = wanted.current;
      wanted.current = null;
      const { error } = await save({ videoId, rule: next.rule, user_ids: [...next.people] });
      if (!error) saved.current = next;
      // A newer choice replaces the failed one.
      if (wanted.current) continue;
      setSaved(!error);
      if (!error) continue;
      setChoice(saved.current);
      notices.failed(`${text.rule}: ${labelOf(next.rule)}`, error, () => choose(next));
    }
    isSaving.current = false;
  }

  function choose(next: Choice) {
    setChoice(next);
    setSaved(false);
    wanted.current = next;
    void saveWanted();
  }

  return { choice, choose, isSaved };
}
