import { ownWords, type Prompt } from '@kinreel/contracts/prompts';
import { prompts as text } from '@kinreel/messages/en/prompts';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { useMakePromptMutation } from '../prompts.api.ts';

/** "Something else": a title of one's own instead of a question. */
export function OwnTitle({ onMade }: { onMade: (prompt: Prompt) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [invalid, setInvalid] = useState<string>();
  const [make, { isLoading, error, reset }] = useMakePromptMutation();
  const field = useRef<HTMLInputElement>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isLoading) return;
    const parsed = ownWords.safeParse(words);
    setInvalid(parsed.error?.issues[0]?.message);
    if (!parsed.success) return field.current?.focus();
    const { data } = await make({ words: parsed.data });
    if (!data) return;
    setOpen(false);
    setWords('');
    onMade(data);
  }

  if (!isOpen) {
    return (
      <Button variant="outlined" fullWidth onClick={() => setOpen(true)} sx={{ my: 2 }}>
        {text.somethingElse}
      </Button>
    );
  }
  return (
    <Box component="form" noValidate onSubmit={save} sx={{ py: 2 }}>
      <FormField
        ref={field}
        autoFocus
        label={text.title}
        value={words}
        readOnly={isLoading}
        error={invalid}
        hint={text.titleHint}
        onChange={(event) => {
          setWords(event.target.value);
          setInvalid(undefined);
          if (error) reset();
        }}
      />
      {error && (
        <Alert severity="error" sx={{ mt: 3 }}>
          {errorMessage(error)}
        </Alert>
      )}
      <Button type="submit" variant="soft" loading={isLoading} loadingPosition="start" sx={{ mt: 3 }}>
        {text.useTitle}
      </Button>
    </Box>
  );
}
