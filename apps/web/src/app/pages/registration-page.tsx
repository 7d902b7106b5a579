import { Navigate, useLocation } from 'react-router';
import { RegistrationScreen } from '../../features/session/components/screens.ts';
import { afterLogin, returnTargetOf } from '../../features/session/return-target.ts';
import { useSession } from '../../features/session/use-session.ts';

/** The registration screen. Signed-in users are redirected. */
export function RegistrationPage() {
  const location = useLocation();
  const { user } = useSession();
  if (user) return <Navigate to={afterLogin(returnTargetOf(location), user.id)} replace />;
  return <RegistrationScreen />;
}
