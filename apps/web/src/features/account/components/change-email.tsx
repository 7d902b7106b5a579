import { email } from '@kinreel/contracts/profile';
import { account as text } from '@kinreel/messages/en/account';
import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { isApiError } from '../../../shared/api/api-error.ts';
import { formResolver } from '../../../shared/form-resolver.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { PasswordField } from '../../../shared/ui/password-field.tsx';
import { useChangeEmailMutation, useForgetEmailMutation } from '../account.api.ts';
import type { IdentityAccount } from '../identity-account.ts';
import { AccountCard } from './account-card.tsx';
import { FormButtons } from './form-buttons.tsx';

const emailForm = z.object({
  email,
  password: z.string().check(z.minLength(1, { error: () => text.passwordMissing })),
});

/** The address, and a form to change it. A new address takes effect when it is confirmed. */
export function ChangeEmail({ account }: { account: IdentityAccount }) {
  const notices = useNotices();
  const [isOpen, setOpen] = useState(false);
  const [forget, forgetting] = useForgetEmailMutation();

  async function keepOld() {
    const result = await forget();
    if (result.error) notices.failed(text.emailForget, result.error, () => void keepOld());
    else notices.success({ title: text.emailForgotten });
  }

  return (
    <AccountCard title={text.emailTitle}>
      <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {text.emailNow({ email: account.email })}
      </Typography>
      {account.new_email !== null && (
        <Typography role="status" sx={{ mt: 3, overflowWrap: 'anywhere' }}>
          {text.emailWaiting({ email: account.new_email })}
        </Typography>
      )}
      {isOpen ? (
        <EmailForm onDone={() => setOpen(false)} />
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mt: 4 }}>
          <Button variant="outlined" onClick={() => setOpen(true)}>
            {text.emailChange}
          </Button>
          {account.new_email !== null && (
            <Button disabled={forgetting.isLoading} onClick={() => void keepOld()}>
              {text.emailForget}
            </Button>
          )}
        </Box>
      )}
    </AccountCard>
  );
}

function EmailForm({ onDone }: { onDone: () => void }) {
  const notices = useNotices();
  const [change, { isLoading }] = useChangeEmailMutation();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: formResolver(emailForm),
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  });
  const { errors } = formState;

  const send = handleSubmit(async (values) => {
    const result = await change({ current_password: values.password, email: values.email });
    if (!result.error) return onDone();
    const { code, message } = isApiError(result.error) ? result.error : { code: '', message: common.errorText };
    if (code === 'wrong_password') setError('password', { message }, { shouldFocus: true });
    else if (code === 'same_email') setError('email', { message }, { shouldFocus: true });
    else notices.failed(text.emailSend, result.error, () => void send());
  });

  return (
    <Box component="form" noValidate onSubmit={send} sx={{ display: 'grid', gap: 4, mt: 4, justifyItems: 'start' }}>
      <FormField
        autoFocus
        label={text.emailNew}
        type="email"
        autoComplete="email"
        inputProps={{ inputMode: 'email', autoCapitalize: 'none', spellCheck: false }}
        {...register('email')}
        error={errors.email?.message}
        hint={text.emailHint}
      />
      <PasswordField
        label={text.currentPassword}
        autoComplete="current-password"
        {...register('password')}
        error={errors.password?.message}
        hint={text.currentHint}
      />
      <FormButtons label={text.emailSend} isBusy={isLoading} onCancel={onDone} />
    </Box>
  );
}
