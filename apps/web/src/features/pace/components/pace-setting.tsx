import type { Pace, PaceRequest } from '@kinreel/contracts/pace';
import { pace as text } from '@kinreel/messages/en/pace';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { language } from '../../../shared/i18n/language.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useChoosePaceMutation, useGetPaceQuery, useStopPaceMutation } from '../pace.api.ts';

type Choice = Omit<PaceRequest, 'time_zone'>;

/** Sunday at ten, about anything. */
const FIRST_CHOICE: Choice = { weekday: 0, hour: 10, themes: [] };

/** Days and hours of a week that begins with a Sunday. */
const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  return (day: number, hour = 0) => format.format(Date.UTC(2023, 0, 1 + day, hour));
};
const dayName = formatOf({ weekday: 'long' });
const hourName = formatOf({ hour: 'numeric', minute: '2-digit' });
const DAYS = [1, 2, 3, 4, 5, 6, 0].map((day) => [String(day), dayName(day)] as const);
const HOURS = Array.from({ length: 24 }, (_none, hour) => [String(hour), hourName(0, hour)] as const);

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * When a question comes to the user each week, and what it is about.
 * @param themes that there are; undefined until loaded
 */
export function PaceSetting({ themes }: { themes: readonly string[] | undefined }) {
  const notices = useNotices();
  const saveButton = useRef<HTMLButtonElement>(null);
  const query = useGetPaceQuery(undefined, { refetchOnMountOrArgChange: true });
  const [choose, choosing] = useChoosePaceMutation();
  const [stop, stopping] = useStopPaceMutation();
  const [changes, setChanges] = useState<Partial<Choice>>({});

  async function save(choice: Choice) {
    const { weekday, hour, themes: about } = choice;
    const { error } = await choose({ weekday, hour, themes: about, time_zone: timeZone() });
    if (error) return notices.failed(text.title, error, () => void save(choice));
    setChanges({});
    notices.success({ title: text.saved });
  }

  async function turnOff() {
    const { error } = await stop();
    if (error) return notices.failed(text.stop, error, () => void turnOff());
    // The button will be removed.
    saveButton.current?.focus();
    notices.success({ title: text.stopped });
  }

  if (query.data === undefined) {
    return query.isError ? (
      <FailedState title={text.loadFailed} error={query.error} headingLevel="h2" onRetry={query.refetch} />
    ) : (
      <LoadingState label={text.loading} />
    );
  }
  const pace = query.data;
  const choice = { ...FIRST_CHOICE, ...pace.choice, ...changes };
  const isBusy = choosing.isLoading || stopping.isLoading;
  return (
    <section aria-label={text.title}>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {text.title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>{text.intro}</Typography>
      <Card sx={{ display: 'grid', gap: 5, p: { xs: 4, sm: 6 } }}>
        <div>
          <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 4 }}>
            <SelectField
              label={text.day}
              value={String(choice.weekday)}
              options={DAYS}
              onChange={(day) => setChanges({ ...changes, weekday: Number(day) })}
            />
            <SelectField
              label={text.hour}
              value={String(choice.hour)}
              options={HOURS}
              onChange={(hour) => setChanges({ ...changes, hour: Number(hour) })}
            />
          </Box>
          <Typography sx={{ color: 'text.secondary', mt: 2, overflowWrap: 'anywhere' }}>
            {text.zone({ zone: timeZone().replaceAll('_', ' ') })}
          </Typography>
        </div>
        {themes && (
          <Themes all={themes} chosen={choice.themes} onChange={(about) => setChanges({ ...changes, themes: about })} />
        )}
        <NextQuestion pace={pace} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button
            ref={saveButton}
            variant="contained"
            aria-disabled={isBusy}
            onClick={() => !isBusy && void save(choice)}
          >
            {pace.next_at === null ? text.start : text.save}
          </Button>
          {pace.next_at !== null && (
            <Button aria-label={text.stopOf} aria-disabled={isBusy} onClick={() => !isBusy && void turnOff()}>
              {text.stop}
            </Button>
          )}
        </Box>
      </Card>
    </section>
  );
}

interface ThemesProps {
  all: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

function Themes({ all, chosen, onChange }: ThemesProps) {
  const hintId = useId();
  return (
    <Box component="fieldset" aria-describedby={hintId} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <FormLabel component="legend" sx={{ p: 0 }}>
        {text.themes}
      </FormLabel>
      <Typography id={hintId} sx={{ color: 'text.secondary', mt: 1, mb: 1 }}>
        {text.themesHint}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(14rem, 100%), 1fr))' }}>
        {all.map((theme) => (
          <FormControlLabel
            key={theme}
            label={theme}
            sx={{ minHeight: 48, mr: 0 }}
            control={
              <Checkbox
                checked={chosen.includes(theme)}
                onChange={(_event, checked) =>
                  onChange(all.filter((one) => (one === theme ? checked : chosen.includes(one))))
                }
              />
            }
          />
        ))}
      </Box>
    </Box>
  );
}

/** What comes next, and when; nothing if it is off. */
function NextQuestion({ pace: { next_at, next, rests } }: { pace: Pace }) {
  if (next_at === null) return null;
  if (rests || !next) return <Typography>{rests ? text.rests : text.noneLeft}</Typography>;
  const time = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(next_at));
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <Typography sx={{ color: 'text.secondary' }}>{text.next({ time })}</Typography>
      {next.asker && <Typography>{text.asks({ name: next.asker.first_name })}</Typography>}
      <Typography variant="question" component="p">
        {next.prompt.prompt}
      </Typography>
    </Box>
  );
}
