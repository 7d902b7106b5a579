import type { Prompt } from '@kinreel/contracts/prompts';
import { prompts as text } from '@kinreel/messages/en/prompts';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { TitleForm } from './title-form.tsx';

/** A title that was typed and not used yet: the recorder and the upload dialog keep it from each other. */
let unused = '';

/** "Something else": a title of one's own instead of a question. */
export function OwnTitle({ onMade }: { onMade: (prompt: Prompt) => void }) {
  const [isOpen, setOpen] = useState(unused !== '');
  if (!isOpen) {
    return (
      <Button variant="outlined" fullWidth onClick={() => setOpen(true)} sx={{ my: 2 }}>
        {text.somethingElse}
      </Button>
    );
  }
  return (
    <TitleForm
      initial={unused}
      onType={(words) => {
        unused = words;
      }}
      hint={text.titleHint}
      submitLabel={text.useTitle}
      onMade={(prompt) => {
        unused = '';
        setOpen(false);
        onMade(prompt);
      }}
    />
  );
}
