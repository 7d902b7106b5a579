import { session as text } from '@kinreel/messages/en/session';
import { useLocation } from 'react-router';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import { returnTargetOf } from '../return-target.ts';
import { AuthFrame, loginBar } from './auth-frame.tsx';
import { RegistrationForm } from './registration-form.tsx';

/** The registration screen (REG-01). */
export function RegistrationScreen() {
  const location = useLocation();
  usePageTitle(text.registerTitle);
  return (
    <AuthFrame bar={loginBar(location.search, { returnTo: returnTargetOf(location) })} artHeight={96} formWidth={496}>
      <RegistrationForm />
    </AuthFrame>
  );
}
