import { common } from '@kinreel/messages/en/common';
import { AppDialog } from './app-dialog.tsx';
import { FailedState } from './states.tsx';

interface FailedDialogProps {
  open: boolean;
  onClose: () => void;
  onRetry: () => void;
}

/** Replaces a dialog, menu or drawer that could not be rendered. */
export function FailedDialog({ open, onClose, onRetry }: FailedDialogProps) {
  return (
    <AppDialog open={open} title={common.partFailedTitle} onClose={onClose}>
      <FailedState title={common.partFailedText} headingLevel="h3" onRetry={onRetry} />
    </AppDialog>
  );
}
