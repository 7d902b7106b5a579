import { DELETION_GRACE_DAYS } from '@kinreel/contracts/account';
import { account as text } from '@kinreel/messages/en/account';
import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useState } from 'react';
import { errorMessage, isApiError } from '../../../shared/api/api-error.ts';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { PasswordField } from '../../../shared/ui/password-field.tsx';
import { useDeleteAccountMutation } from '../account.api.ts';

interface DeleteAccountDialogProps {
  open: boolean;
  onClose: () => void;
  onLeft: () => void;
}

/** Explains the deletion and asks for the password. */
export function DeleteAccountDialog({ open, onClose, onLeft }: DeleteAccountDialogProps) {
  const notices = useNotices();
  const formId = useId();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [remove, { isLoading }] = useDeleteAccountMutation();

  async function confirm(event: FormEvent) {
    event.preventDefault();
    setProblem(password ? undefined : text.passwordMissing);
    if (!password) return;
    const result = await remove(password);
    if (!result.error) return onLeft();
    const message = errorMessage(result.error);
    if (isApiError(result.error) && result.error.code === 'wrong_password') setProblem(message);
    else notices.failed(text.deleteConfirm, result.error);
  }

  return (
    <AppDialog
      open={open}
      sheet
      busy={isLoading}
      title={text.deleteDialogTitle}
      onClose={onClose}
      maxWidth={560}
      actions={
        <>
          <Button variant="outlined" disabled={isLoading} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" form={formId} variant="danger" disabled={isLoading}>
            {text.deleteConfirm}
          </Button>
        </>
      }
    >
      <Typography>{text.deleteNow}</Typography>
      <Typography sx={{ mt: 3 }}>{text.deleteLater({ days: DELETION_GRACE_DAYS })}</Typography>
      <Typography sx={{ mt: 3, color: 'text.secondary' }}>{text.deleteArchive}</Typography>
      <Box component="form" id={formId} noValidate onSubmit={confirm} sx={{ mt: 5 }}>
        <PasswordField
          label={text.currentPassword}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={problem}
          hint={text.currentHint}
        />
      </Box>
    </AppDialog>
  );
}
