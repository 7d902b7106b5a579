import { STEWARD_RULES, type StewardRule, type VideoStewardRule } from '@kinreel/contracts/stewards';
import { stewards as text } from '@kinreel/messages/en/stewards';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { formatList } from '../../../shared/format/list.ts';
import { fullName } from '../../../shared/format/person.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import type { ConnectedPerson } from '../connected-person.ts';
import { useChangeStewardRuleMutation, useGetStewardRuleQuery } from '../stewards.api.ts';

interface StewardRuleProps {
  videoId: string;
  /** Whom the video may be given to; undefined while they are loaded. */
  people: readonly ConnectedPerson[] | undefined;
}

/** What happens with one of the user's videos if they no longer can. */
export function VideoStewardRuleSection({ videoId, people }: StewardRuleProps) {
  const { data, error } = useGetStewardRuleQuery(videoId, { refetchOnMountOrArgChange: true });
  if (error) return <Alert severity="error">{errorMessage(error)}</Alert>;
  if (!data || !people) return <Skeleton role="status" aria-label={text.loading} height={90} />;
  return <RuleForm key={videoId} videoId={videoId} before={data} people={people} />;
}

interface RuleFormProps {
  videoId: string;
  before: VideoStewardRule;
  people: readonly ConnectedPerson[];
}

/** Each choice is saved at once; "give" when its people are chosen. */
function RuleForm({ videoId, before, people }: RuleFormProps) {
  const labelId = useId();
  const notices = useNotices();
  const [save, { isLoading, isError }] = useChangeStewardRuleMutation();
  const [rule, setRule] = useState(before.rule);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before.people.map(({ id }) => id)));
  const [problem, setProblem] = useState<string>();
  const labels: Record<StewardRule, string> = {
    watch: text.ruleWatch,
    give: text.ruleGive,
    closed: text.ruleClosed,
    delete: text.ruleDelete,
  };

  async function send(next: StewardRule, user_ids: string[] = []) {
    const result = await save({ videoId, rule: next, user_ids });
    if (result.error) setRule(before.rule);
    else notices.success({ title: text.ruleSaved });
  }

  function choose(next: StewardRule) {
    setRule(next);
    setProblem(undefined);
    if (next !== 'give') void send(next);
  }

  function sendPeople() {
    // Somebody with whom the user is no longer connected cannot be chosen.
    const ids = people.map(({ id }) => id).filter((id) => chosen.has(id));
    if (ids.length === 0) setProblem(text.giveMissing);
    else void send('give', ids);
  }

  function toggle(id: string) {
    setProblem(undefined);
    setChosen((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])));
  }

  const names = formatList(before.stewards.map(fullName));
  return (
    <Box role="group" aria-label={text.rule}>
      <Box sx={{ maxWidth: 520 }}>
        <SelectField
          label={text.rule}
          value={rule}
          options={STEWARD_RULES.map((one) => [one, labels[one]] as const)}
          onChange={choose}
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
                control={<Checkbox checked={chosen.has(id)} onChange={() => toggle(id)} />}
                label={name}
                sx={{ minHeight: 44, m: 0 }}
              />
            ))}
          </Box>
          {problem && (
            <Typography role="alert" sx={{ color: 'error.main', mb: 3 }}>
              {problem}
            </Typography>
          )}
          <Button variant="outlined" loading={isLoading} loadingPosition="start" onClick={sendPeople}>
            {text.save}
          </Button>
        </Box>
      )}
      {isError && (
        <Alert severity="error" sx={{ mt: 3 }}>
          {text.ruleFailed}
        </Alert>
      )}
    </Box>
  );
}
