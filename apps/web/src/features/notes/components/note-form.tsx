import { NOTE_MAX_LENGTH } from '@kinreel/contracts/notes';
import { countCharacters } from '@kinreel/contracts/text';
import { notes as text } from '@kinreel/messages/en/notes';
import { validation } from '@kinreel/messages/en/validation';
import CheckRounded from '@mui/icons-material/CheckRounded';
import ScheduleRounded from '@mui/icons-material/ScheduleRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorMessage, isApiError } from '../../../shared/api/api-error.ts';
import { formatDuration } from '../../../shared/format/duration-and-size.ts';
import { formatNumber } from '../../../shared/format/numbers.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { useUnsavedWork } from '../../../shared/unsaved-work.ts';
import { useWriteNoteMutation } from '../notes.api.ts';
import { keepUnsent, readUnsent } from '../unsent-notes.ts';

/** How often the offered moment follows the player, in milliseconds. */
const FOLLOW_MS = 500;

interface NoteFormProps {
  videoId: string;
  userId: string;
  /** First name of the owner if only they read the note, else null. */
  onlyReader: string | null;
  /** Where the player is, in seconds. */
  currentTime: () => number;
  onSent: () => void;
}

/** Writes a note, about a moment of the video or about all of it. A note that could not be sent stays in the field. */
export function NoteForm({ videoId, userId, onlyReader, currentTime, onSent }: NoteFormProps) {
  const key = `${userId} ${videoId}`;
  const [words, setWords] = useState(() => readUnsent(key));
  const [at, setAt] = useState<number | null>(null);
  const [invalid, setInvalid] = useState<string>();
  const [write, { isLoading, error, reset }] = useWriteNoteMutation();
  const field = useRef<HTMLTextAreaElement>(null);
  useUnsavedWork(words.trim() !== '');

  function change(to: string) {
    setWords(to);
    keepUnsent(key, to);
    setInvalid(undefined);
    if (error) reset();
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isLoading) return;
    const problem = problemOf(words);
    setInvalid(problem);
    if (problem) return field.current?.focus();
    const result = await write({ videoId, text: words, at });
    if (result.error) return;
    change('');
    setAt(null);
    onSent();
    field.current?.focus();
  }

  const fieldError = isApiError(error) ? error.fields?.text : undefined;
  const hint =
    onlyReader === null
      ? text.writeHint({ max: formatNumber(NOTE_MAX_LENGTH) })
      : text.onlyOwnerReads({ name: onlyReader });
  return (
    <Box component="form" noValidate onSubmit={send} sx={{ mt: 4 }}>
      <FormField
        ref={field}
        label={text.write}
        value={words}
        multiline
        minRows={2}
        maxRows={8}
        readOnly={isLoading}
        onChange={(event) => change(event.target.value)}
        error={invalid ?? fieldError}
        hint={hint}
      />
      {error && !fieldError && (
        <Alert severity="error" sx={{ mt: 3 }}>
          {errorMessage(error)}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 3, mt: 3 }}>
        <MomentButton at={at} onChange={setAt} currentTime={currentTime} />
        <Button type="submit" variant="contained" loading={isLoading} loadingPosition="start">
          {text.send}
        </Button>
      </Box>
    </Box>
  );
}

function problemOf(words: string): string | undefined {
  if (words.trim() === '') return text.missing;
  if (countCharacters(words.trim()) > NOTE_MAX_LENGTH) return validation.tooLong({ max: NOTE_MAX_LENGTH });
  return undefined;
}

interface MomentButtonProps {
  /** The chosen moment in seconds; null without. */
  at: number | null;
  onChange: (at: number | null) => void;
  currentTime: () => number;
}

/** Chooses the moment where the player is. Hidden at the beginning of the video, which is nothing to speak about. */
function MomentButton({ at, onChange, currentTime }: MomentButtonProps) {
  const [now, setNow] = useState(() => Math.round(currentTime()));
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.round(currentTime())), FOLLOW_MS);
    return () => clearInterval(timer);
  }, [currentTime]);
  const shown = at ?? now;
  if (shown < 1) return null;
  return (
    <Button
      variant={at === null ? 'outlined' : 'soft'}
      aria-pressed={at !== null}
      startIcon={at === null ? <ScheduleRounded /> : <CheckRounded />}
      onClick={() => onChange(at === null ? shown : null)}
    >
      <span className="num">{text.atTime({ time: formatDuration(shown) })}</span>
    </Button>
  );
}
