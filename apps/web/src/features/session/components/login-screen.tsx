import { session as text } from '@kinreel/messages/en/session';
import Box from '@mui/material/Box';
import { Suspense, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import { returnTargetOf } from '../return-target.ts';
import { useSession } from '../use-session.ts';
import { AuthFrame, signUpBar } from './auth-frame.tsx';
import { DeadLink } from './dead-link.tsx';
import { ForgotPasswordForm } from './forgot-password.ts';
import { LoginForm } from './login-form.tsx';
import { useArrival } from './use-arrival.tsx';

/** Login and forgot-password views. Shown at /login and instead of protected pages (ROUTE-15). */
export function LoginScreen() {
  const location = useLocation();
  const { isLoading } = useSession();
  const [isForgot, setForgot] = useState(false);
  const [email, setEmail] = useState('');
  usePageTitle(isForgot ? text.forgotPasswordPage : text.loginTitle);
  const form = useRef<HTMLDivElement>(null);
  const { arrival, isDead, declined } = useArrival(() => {
    const field = form.current?.querySelector<HTMLElement>('input[type=email]');
    field?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'nearest' });
    field?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <AuthFrame
      bar={signUpBar(location.search, { returnTo: returnTargetOf(location) })}
      arrival={arrival}
      formLabel={text.loginTitle}
    >
      {isDead && <DeadLink />}
      <div ref={form}>
        {declined ? (
          declined
        ) : isLoading ? (
          <FormSpinner />
        ) : isForgot ? (
          <Suspense fallback={<FormSpinner />}>
            <ForgotPasswordForm email={email} onBack={() => setForgot(false)} />
          </Suspense>
        ) : (
          <LoginForm
            headingLevel={arrival ? 'h2' : 'h1'}
            onForgot={(typed) => {
              setEmail(typed);
              setForgot(true);
            }}
          />
        )}
      </div>
    </AuthFrame>
  );
}

function FormSpinner() {
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: 420 }}>
      <Spinner />
    </Box>
  );
}
