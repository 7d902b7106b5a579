import type { Prompt } from '@kinreel/contracts/prompts';
import { prompts as text } from '@kinreel/messages/en/prompts';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { TitleForm } from './title-form.tsx';

/** "Something else": a title of one's own instead of a question. */
export function OwnTitle({ onMade }: { onMade: (prompt: Prompt) => void }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button variant="outlined" fullWidth onClick={() => setOpen(true)} sx={{ my: 2 }}>
        {text.somethingElse}
      </Button>
    );
  }
  return (
    <TitleForm
      hint={text.titleHint}
      submitLabel={text.useTitle}
      onMade={(prompt) => {
        setOpen(false);
        onMade(prompt);
      }}
    />
  );
}
