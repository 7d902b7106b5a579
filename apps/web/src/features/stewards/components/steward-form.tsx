import { DEFAULT_WAITING_DAYS, MAX_WAITING_DAYS, MIN_WAITING_DAYS, type Steward } from '@kinreel/contracts/stewards';
import { common } from '@kinreel/messages/en/common';
import { stewards as text } from '@kinreel/messages/en/stewards';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { fullName } from '../../../shared/format/person.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import type { ConnectedPerson } from '../connected-person.ts';
import { useNameStewardMutation } from '../stewards.api.ts';

interface StewardFormProps {
  /** The steward whose waiting time is edited. Without one, the user chooses from `people`. */
  steward?: Steward;
  people?: readonly ConnectedPerson[];
  onDone: () => void;
}

const LIMITS = { min: MIN_WAITING_DAYS, max: MAX_WAITING_DAYS };

/** A person and the waiting time. */
export function StewardForm({ steward, people = [], onDone }: StewardFormProps) {
  const notices = useNotices();
  const [save, { isLoading, error }] = useNameStewardMutation();
  const [userId, setUserId] = useState(steward?.person.id ?? '');
  const [isMissing, setMissing] = useState(false);
  const [days, setDays] = useState(String(steward?.waiting_days ?? DEFAULT_WAITING_DAYS));
  const [problem, setProblem] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(userId === '');
    const waiting_days = Number(days);
    const isValid =
      Number.isInteger(waiting_days) && waiting_days >= MIN_WAITING_DAYS && waiting_days <= MAX_WAITING_DAYS;
    setProblem(isValid ? undefined : text.daysInvalid(LIMITS));
    if (!isValid || userId === '') return;
    const result = await save({ userId, waiting_days });
    if (result.error) return;
    const name = people.find(({ id }) => id === userId)?.name;
    notices.success({ title: name === undefined ? text.daysSaved : text.saved({ name }) });
    onDone();
  }

  return (
    <Box
      component="form"
      noValidate
      aria-label={steward ? text.changeOf({ name: fullName(steward.person) }) : text.add}
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'grid', gap: 4, mt: 4, maxWidth: 420 }}
    >
      {!steward && (
        <SelectField
          label={text.person}
          value={userId}
          // No default: this is an important choice.
          options={[['', text.add], ...people.map(({ id, name }) => [id, name] as const)]}
          onChange={setUserId}
        />
      )}
      <FormField
        label={text.days}
        type="number"
        value={days}
        error={problem}
        hint={text.daysHint(LIMITS)}
        onChange={(event) => {
          setDays(event.target.value);
          setProblem(undefined);
        }}
      />
      {isMissing && userId === '' && <Alert severity="error">{text.personMissing}</Alert>}
      {error && <Alert severity="error">{errorMessage(error)}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        <Button type="submit" variant="contained" loading={isLoading} loadingPosition="start">
          {text.save}
        </Button>
        <Button variant="text" onClick={onDone}>
          {common.cancel}
        </Button>
      </Box>
    </Box>
  );
}
