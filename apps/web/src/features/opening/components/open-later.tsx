import { opening as text } from '@kinreel/messages/en/opening';
import EventOutlined from '@mui/icons-material/EventOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { formatLongDate } from '../../../shared/format/date.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { useChangeOpeningMutation } from '../opening.api.ts';
import { dayOf, dayOfAge, startOfDay } from '../opening-day.ts';

interface OpenLaterProps {
  videoId: string;
  /** The day on which it opens, when the dialog was opened; null if it is open. */
  opensAt: string | null;
}

/** Schedules a video for a day, which can be changed or removed until then. Changes are saved at once. */
export function OpenLater({ videoId, opensAt: before }: OpenLaterProps) {
  const notices = useNotices();
  const [change, { isLoading }] = useChangeOpeningMutation();
  const [opensAt, setOpensAt] = useState(before);
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  // The form that had the focus was removed.
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  async function save(next: string | null) {
    const { data, error } = await change({ videoId, opens_at: next });
    if (!data) {
      const action = next ? `${text.date}: ${formatLongDate(next)}` : text.openNow;
      return notices.failed(action, error, () => void save(next));
    }
    setOpensAt(data.opens_at);
    setEditing(false);
    notices.success({ title: next ? text.saved({ date: formatLongDate(next) }) : text.opened });
  }

  const open = (
    <Button
      ref={opener}
      variant="outlined"
      startIcon={<EventOutlined />}
      onClick={() => setEditing(true)}
      sx={{ flex: 'none' }}
    >
      {opensAt ? text.changeDate : text.openLater}
    </Button>
  );
  return (
    <Box role="group" aria-label={text.openLater}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <Typography sx={{ flex: '1 1 260px', color: 'text.secondary' }}>
          {opensAt ? text.closed({ date: formatLongDate(opensAt) }) : text.hint}
        </Typography>
        {!isEditing && open}
        {!isEditing && opensAt && (
          <Button variant="text" loading={isLoading} onClick={() => void save(null)}>
            {text.openNow}
          </Button>
        )}
      </Box>
      {isEditing && (
        <DayForm
          before={opensAt ? dayOf(opensAt) : ''}
          isSaving={isLoading}
          onSave={(next) => void save(next)}
          onCancel={() => setEditing(false)}
        />
      )}
    </Box>
  );
}

interface DayFormProps {
  /** The current day as `YYYY-MM-DD`, or ''. */
  before: string;
  isSaving: boolean;
  onSave: (opensAt: string) => void;
  onCancel: () => void;
}

/** A day, or a birthday and an age from which it is computed. */
function DayForm({ before, isSaving, onSave, onCancel }: DayFormProps) {
  const [day, setDay] = useState(before);
  const [error, setError] = useState<string>();
  const [age, setAge] = useState<{ birthday: string; years: string; error?: string } | null>(null);

  function submit() {
    const opensAt = startOfDay(day);
    if (opensAt) onSave(opensAt);
    else setError(text.dateInvalid);
  }

  function useAge() {
    const reached = age ? dayOfAge(age.birthday, age.years) : '';
    if (!age || startOfDay(reached) === null) return setAge(age && { ...age, error: text.ageInvalid });
    setDay(reached);
    setError(undefined);
    setAge(null);
  }

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      sx={{ display: 'grid', gap: 4, mt: 4, maxWidth: 420 }}
    >
      <FormField
        autoFocus
        label={text.date}
        type="date"
        value={day}
        error={error}
        onChange={(event) => {
          setDay(event.target.value);
          setError(undefined);
        }}
      />
      {age ? (
        <>
          <FormField
            label={text.birthday}
            type="date"
            value={age.birthday}
            onChange={(event) => setAge({ birthday: event.target.value, years: age.years })}
          />
          <FormField
            label={text.age}
            type="number"
            value={age.years}
            error={age.error}
            onChange={(event) => setAge({ birthday: age.birthday, years: event.target.value })}
          />
          <Button variant="outlined" onClick={useAge} sx={{ justifySelf: 'start' }}>
            {text.useAge}
          </Button>
        </>
      ) : (
        <Button variant="text" onClick={() => setAge({ birthday: '', years: '18' })} sx={{ justifySelf: 'start' }}>
          {text.fromAge}
        </Button>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        <Button type="submit" variant="contained" loading={isSaving} loadingPosition="start">
          {text.save}
        </Button>
        <Button variant="text" onClick={onCancel}>
          {text.cancel}
        </Button>
      </Box>
    </Box>
  );
}
