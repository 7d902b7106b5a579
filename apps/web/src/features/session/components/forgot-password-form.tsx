import { email } from '@kinreel/contracts/profile';
import { session as text } from '@kinreel/messages/en/session';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { formResolver } from '../../../shared/form-resolver.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { requestPasswordChange } from '../identity-client.ts';
import { loginFailure } from '../session-messages.ts';
import { FormMessage } from './form-message.tsx';

const forgotForm = z.object({ email });

/**
 * Requests a password reset email (FORGOT-01 to FORGOT-03). The response is the same for known and unknown addresses,
 * so that it does not reveal who has an account.
 * @param email text of the login form
 */
export function ForgotPasswordForm({ email: typed = '', onBack }: { email?: string; onBack: () => void }) {
  const [sent, setSent] = useState(false);
  const [failure, setFailure] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: formResolver(forgotForm),
    mode: 'onTouched',
    defaultValues: { email: typed },
  });
  useEffect(() => heading.current?.focus(), []);

  const send = handleSubmit(async (values) => {
    setFailure('');
    try {
      await requestPasswordChange(values.email);
      setSent(true);
    } catch (error) {
      setFailure(loginFailure(error).text);
    }
  });

  return (
    <>
      <Typography variant="h1" tabIndex={-1} ref={heading}>
        {text.forgotPasswordTitle}
      </Typography>
      {sent ? (
        <Alert severity="success" role="status" sx={{ my: 7 }}>
          {text.forgotPasswordSent}
        </Alert>
      ) : (
        <>
          <Typography variant="subtitle1" sx={{ color: 'text.secondary', mt: { xs: 1, sm: 2 }, mb: { xs: 4, sm: 7 } }}>
            {text.forgotPasswordIntro}
          </Typography>
          {failure && <FormMessage text={failure} focus />}
          <form onSubmit={send} noValidate>
            <FormField
              label={text.emailLabel}
              type="email"
              autoComplete="username"
              inputProps={{ inputMode: 'email', autoCapitalize: 'none', spellCheck: false }}
              {...register('email')}
              error={formState.errors.email?.message}
            />
            <Button
              type="submit"
              variant="contained"
              size="large"
              fullWidth
              disabled={formState.isSubmitting}
              sx={{ mt: 7 }}
            >
              {formState.isSubmitting ? text.sendingLink : text.sendLink}
            </Button>
          </form>
        </>
      )}
      <Typography sx={{ mt: 5, textAlign: 'center' }}>
        <Link
          component="button"
          type="button"
          onClick={onBack}
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, fontWeight: 600, fontSize: 'inherit' }}
        >
          {text.backToLogin}
        </Link>
      </Typography>
    </>
  );
}
