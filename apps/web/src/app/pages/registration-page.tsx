import { Navigate, useLocation } from 'react-router';
import { admissionCodeOf, saveAdmission } from '../../features/session/admission.ts';
import { RegistrationRefused } from '../../features/session/components/registration-refused.tsx';
import { RegistrationScreen } from '../../features/session/components/screens.ts';
import { useCheckRegistrationQuery } from '../../features/session/registration-check.api.ts';
import { afterLogin, returnTargetOf } from '../../features/session/return-target.ts';
import { useSession } from '../../features/session/use-session.ts';

/** The registration screen, or the reason why registration is not possible. Signed-in users are redirected. */
export function RegistrationPage() {
  const location = useLocation();
  const { user } = useSession();
  const invite = new URLSearchParams(location.search).get('invite');
  const code = invite ?? admissionCodeOf(returnTargetOf(location));
  // The form is shown until the check responds, and if it fails: registration checks again.
  const { data } = useCheckRegistrationQuery(code, { skip: Boolean(user) });
  if (user) return <Navigate to={afterLogin(returnTargetOf(location), user.id)} replace />;
  if (invite !== null) {
    // Remove the code from later addresses.
    saveAdmission(invite);
    const rest = new URLSearchParams(location.search);
    rest.delete('invite');
    const search = rest.size > 0 ? `?${rest}` : '';
    return <Navigate to={location.pathname + search} state={location.state} replace />;
  }
  if (data && !data.admitted) {
    return <RegistrationRefused registration={data.registration} hasCode={code !== undefined} />;
  }
  return <RegistrationScreen />;
}
