import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import { FullPageSpinner } from '../../features/session/components/require-session.tsx';
import { afterLogin } from '../../features/session/return-target.ts';
import type { SessionState } from '../../features/session/session.slice.ts';
import { useSession } from '../../features/session/use-session.ts';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { paths } from '../paths.ts';

/** ROUTE-02: waits until it is known who is signed in, then leads on. The token was taken before this is drawn. */
export function LandingPage() {
  const { search } = useLocation();
  const { user, isLoading } = useSession();
  const returnTo = useSelector((state: SessionState) => state.user.returnTo);
  usePageTitle('Welcome');
  if (isLoading) return <FullPageSpinner />;
  if (!user) return <Navigate to={paths.login + search} replace />;
  return <Navigate to={afterLogin(returnTo || search, user.id)} replace />;
}
