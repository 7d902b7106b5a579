import { Navigate, useLocation } from 'react-router';
import { LoginScreen } from '../../features/session/components/screens.ts';
import { afterLogin, returnTargetOf } from '../../features/session/return-target.ts';
import { useSession } from '../../features/session/use-session.ts';

/** The login screen at /login. Signed-in users are redirected. */
export function LoginPage() {
  const location = useLocation();
  const { user } = useSession();
  if (user) return <Navigate to={afterLogin(returnTargetOf(location), user.id)} replace />;
  return <LoginScreen />;
}
