import type { Person } from '@kinreel/contracts/profile';
import { PromptChooser } from '../../features/prompts/components/prompt-chooser.tsx';
import { AskDialog } from '../../features/questions/components/ask-dialog.tsx';

interface AskPersonDialogProps {
  open: boolean;
  person: Pick<Person, 'id' | 'first_name'>;
  onClose: () => void;
}

/** Asks a connected person a question. */
export function AskPersonDialog(props: AskPersonDialogProps) {
  return (
    <AskDialog {...props} renderChooser={(chosen, onChange) => <PromptChooser value={chosen} onChange={onChange} />} />
  );
}
