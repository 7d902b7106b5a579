import type { ComponentProps } from 'react';
import { SendYourself } from '../../features/answer-links/components/send-yourself.tsx';
import { PromptChooser } from '../../features/prompts/components/prompt-chooser.tsx';
import { AskDialog } from '../../features/questions/components/ask-dialog.tsx';

/** Asks a connected person a question. */
export function AskPersonDialog(props: Omit<ComponentProps<typeof AskDialog>, 'renderChooser'>) {
  return (
    <AskDialog
      {...props}
      renderChooser={(chosen, onChange) => <PromptChooser value={chosen} onChange={onChange} />}
      renderOpen={(question) => <SendYourself question={question} name={props.person.first_name} />}
    />
  );
}
