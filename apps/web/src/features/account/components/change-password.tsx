import { account as text } from '@kinreel/messages/en/account';
import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { isApiError } from '../../../shared/api/api-error.ts';
import { formResolver } from '../../../shared/form-resolver.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { PasswordField } from '../../../shared/ui/password-field.tsx';
import { useChangePasswordMutation } from '../account.api.ts';
import { AccountCard } from './account-card.tsx';
import { FormButtons } from './form-buttons.tsx';

const passwordForm = z.object({
  current: z.string().check(z.minLength(1, { error: () => text.passwordMissing })),
  next: z.string().check(z.minLength(1, { error: () => text.passwordNewMissing })),
  endOthers: z.boolean(),
});

/** Codes of errors in the new password. */
const ABOUT_NEW = ['invalid_password', 'password_too_long'];

/** A form for a new password, which requires the current one. */
export function ChangePassword() {
  const [isOpen, setOpen] = useState(false);
  return (
    <AccountCard title={text.passwordTitle}>
      <Typography sx={{ color: 'text.secondary' }}>{text.passwordText}</Typography>
      {isOpen ? (
        <PasswordForm onDone={() => setOpen(false)} />
      ) : (
        <Button variant="outlined" onClick={() => setOpen(true)} sx={{ mt: 4 }}>
          {text.passwordChange}
        </Button>
      )}
    </AccountCard>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const notices = useNotices();
  const [change, { isLoading }] = useChangePasswordMutation();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: formResolver(passwordForm),
    mode: 'onTouched',
    defaultValues: { current: '', next: '', endOthers: true },
  });
  const { errors } = formState;

  const send = handleSubmit(async ({ current, next, endOthers }) => {
    const result = await change({ current_password: current, new_password: next, end_others: endOthers });
    if (!result.error) {
      notices.success({ title: text.passwordSaved });
      return onDone();
    }
    const { code, message } = isApiError(result.error) ? result.error : { code: '', message: common.errorText };
    if (code === 'wrong_password') setError('current', { message }, { shouldFocus: true });
    else if (ABOUT_NEW.includes(code)) setError('next', { message }, { shouldFocus: true });
    else notices.failed(text.passwordSave, result.error, () => void send());
  });

  return (
    <Box component="form" noValidate onSubmit={send} sx={{ display: 'grid', gap: 4, mt: 4, justifyItems: 'start' }}>
      <PasswordField
        autoFocus
        label={text.currentPassword}
        autoComplete="current-password"
        {...register('current')}
        error={errors.current?.message}
        hint={text.currentHint}
      />
      <PasswordField
        label={text.passwordNew}
        autoComplete="new-password"
        {...register('next')}
        error={errors.next?.message}
        hint={text.passwordHint}
      />
      <FormControlLabel
        control={<Checkbox defaultChecked {...register('endOthers')} />}
        label={text.passwordEndOthers}
        sx={{ minHeight: 44 }}
      />
      <FormButtons label={text.passwordSave} isBusy={isLoading} onCancel={onDone} />
    </Box>
  );
}
