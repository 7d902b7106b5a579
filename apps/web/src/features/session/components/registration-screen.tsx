import { session as text } from '@kinreel/messages/en/session';
import { useLocation } from 'react-router';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import { returnTargetOf } from '../return-target.ts';
import { AuthFrame, loginBar } from './auth-frame.tsx';
import { DeadLink } from './dead-link.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { useArrival } from './use-arrival.tsx';

/** The registration screen (REG-01). */
export function RegistrationScreen() {
  const location = useLocation();
  usePageTitle(text.registerTitle);
  const { arrival, isDead, declined } = useArrival();
  return (
    <AuthFrame
      bar={loginBar(location.search, { returnTo: returnTargetOf(location) })}
      arrival={arrival}
      formLabel={text.registerTitle}
      artHeight={96}
      formWidth={496}
    >
      {isDead && <DeadLink />}
      {declined || <RegistrationForm headingLevel={arrival ? 'h2' : 'h1'} />}
    </AuthFrame>
  );
}
