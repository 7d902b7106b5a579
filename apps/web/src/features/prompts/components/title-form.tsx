import { ownWords, type Prompt } from '@kinreel/contracts/prompts';
import { prompts as text } from '@kinreel/messages/en/prompts';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { useMakePromptMutation } from '../prompts.api.ts';

interface TitleFormProps {
  initial?: string;
  hint: string;
  submitLabel: string;
  onMade: (prompt: Prompt) => void;
  /** Called with what is in the field. */
  onType?: (words: string) => void;
  /** A second button that uses the title in another way. */
  other?: { label: string; onMade: (prompt: Prompt) => void };
}

/** A title of one's own for a video. */
export function TitleForm({ initial = '', hint, submitLabel, onMade, onType, other }: TitleFormProps) {
  const [words, setWords] = useState(initial);
  const [invalid, setInvalid] = useState<string>();
  const [make, { isLoading, error, reset }] = useMakePromptMutation();
  const field = useRef<HTMLInputElement>(null);

  async function save(event: FormEvent, use: (prompt: Prompt) => void) {
    event.preventDefault();
    if (isLoading) return;
    const parsed = ownWords.safeParse(words);
    setInvalid(parsed.error?.issues[0]?.message);
    if (!parsed.success) return field.current?.focus();
    const { data } = await make({ words: parsed.data });
    if (data) use(data);
  }

  return (
    <Box component="form" noValidate onSubmit={(event) => void save(event, onMade)} sx={{ py: 2 }}>
      <FormField
        ref={field}
        autoFocus
        label={text.title}
        value={words}
        readOnly={isLoading}
        error={invalid}
        hint={hint}
        onChange={(event) => {
          setWords(event.target.value);
          onType?.(event.target.value);
          setInvalid(undefined);
          if (error) reset();
        }}
      />
      {error && (
        <Alert severity="error" sx={{ mt: 3 }}>
          {errorMessage(error)}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mt: 3 }}>
        <Button type="submit" variant="soft" loading={isLoading} loadingPosition="start">
          {submitLabel}
        </Button>
        {other && (
          <Button variant="outlined" onClick={(event) => void save(event, other.onMade)}>
            {other.label}
          </Button>
        )}
      </Box>
    </Box>
  );
}
