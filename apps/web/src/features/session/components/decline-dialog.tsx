import { notForMe as text } from '@kinreel/messages/en/not-for-me';
import Alert from '@mui/material/Alert';
import { errorMessage, isApiError } from '../../../shared/api/api-error.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { useDeclineInvitationMutation } from '../link-preview.api.ts';

interface DeclineDialogProps {
  open: boolean;
  /** Of the invitation. */
  code: string;
  /** First name of who invites. */
  name: string;
  /** It no longer works. @param declinedOf name of who invites, if it was declined here */
  onEnd: (declinedOf?: string) => void;
  onClose: () => void;
}

/** Asks before an invitation is declined. */
export function DeclineDialog({ open, code, name, onEnd, onClose }: DeclineDialogProps) {
  const [decline, { isLoading, error, reset }] = useDeclineInvitationMutation();

  async function confirm() {
    const result = await decline(code);
    if (!result.error) onEnd(name);
    // It was used or ended meanwhile.
    else if (isApiError(result.error) && result.error.code === 'invitation.missing') onEnd();
  }

  return (
    <ConfirmDialog
      open={open}
      busy={isLoading}
      title={text.title({ name })}
      text={
        <>
          {text.text({ name })}
          {/* Not a notice: one would stay on the page after the next try. */}
          {error && (
            <Alert severity="error" sx={{ mt: 4 }}>
              {errorMessage(error)}
            </Alert>
          )}
        </>
      }
      confirmLabel={text.confirm}
      onConfirm={() => void confirm()}
      onClose={() => {
        reset();
        onClose();
      }}
    />
  );
}
