import type { Person } from '@kinreel/contracts/profile';
import { questions as text } from '@kinreel/messages/en/questions';
import QuestionAnswerOutlined from '@mui/icons-material/QuestionAnswerOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { fetchOnIntent, lazyComponent } from '../../shared/lazy-component.ts';
import { LazyDialog } from '../../shared/ui/lazy-dialog.tsx';

const loadDialog = () => import('./ask-person-dialog.tsx');
const AskPersonDialog = lazyComponent(loadDialog, 'AskPersonDialog');

/** A button that opens the dialog to ask a connected person a question. */
export function AskPerson({ person }: { person: Pick<Person, 'id' | 'first_name'> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="soft"
        startIcon={<QuestionAnswerOutlined />}
        aria-haspopup="dialog"
        aria-label={text.askName({ name: person.first_name })}
        onClick={() => setOpen(true)}
        {...fetchOnIntent(loadDialog)}
      >
        {text.ask}
      </Button>
      <LazyDialog open={isOpen} onClose={() => setOpen(false)}>
        <AskPersonDialog open={isOpen} person={person} onClose={() => setOpen(false)} />
      </LazyDialog>
    </>
  );
}
