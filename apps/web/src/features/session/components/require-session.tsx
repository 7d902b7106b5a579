import Box from '@mui/material/Box';
import { type ReactNode, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import type { SessionState } from '../session.slice.ts';
import { CompleteProfileScreen, LoginScreen, ServerDownScreen } from './screens.ts';

/** A page that is on its way. */
export function FullPageSpinner() {
  return (
    <Box sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center' }}>
      <Spinner />
    </Box>
  );
}

/**
 * What stands in the way of any page of a person whose token is kept: the server does not answer, or there is no profile
 * yet. Without that, its children.
 */
export function SessionProblems({ children }: { children: ReactNode }) {
  const problem = useSelector((state: SessionState) => state.user.problem);
  const isLoading = useSelector((state: SessionState) => state.user.isLoading);
  if (problem === 'profile.missing') {
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <CompleteProfileScreen />
      </Suspense>
    );
  }
  if (problem === 'unreachable' && !isLoading) return <ServerDownScreen />;
  return children;
}

/**
 * Guards a page: who is not signed in sees the login screen in its place, and the page itself after the login (ROUTE-15).
 * A page once open stays while the user is fetched anew.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const user = useSelector((state: SessionState) => state.user.user);
  const isLoading = useSelector((state: SessionState) => state.user.isLoading);
  if (user) return children;
  return (
    <SessionProblems>
      {isLoading ? (
        <FullPageSpinner />
      ) : (
        <Suspense fallback={<FullPageSpinner />}>
          <LoginScreen />
        </Suspense>
      )}
    </SessionProblems>
  );
}
