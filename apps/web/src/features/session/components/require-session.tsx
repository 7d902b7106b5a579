import Box from '@mui/material/Box';
import { type ReactNode, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import type { SessionState } from '../session.slice.ts';
import { LoginScreen, ProblemScreen, ServerDownScreen } from './screens.ts';

/** Loading state of a page. */
export function FullPageSpinner() {
  return (
    <Box component="main" data-loading sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center' }}>
      <Spinner />
    </Box>
  );
}

/**
 * Shows a screen instead of the children if there is a token but no user: the server is unreachable, or the account has
 * no profile yet or a scheduled deletion.
 */
export function SessionProblems({ children }: { children: ReactNode }) {
  const problem = useSelector((state: SessionState) => state.user.problem);
  const isLoading = useSelector((state: SessionState) => state.user.isLoading);
  if (problem === 'unreachable') return isLoading ? children : <ServerDownScreen />;
  if (!problem) return children;
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <ProblemScreen />
    </Suspense>
  );
}

/**
 * Shows the login screen instead of the children if nobody is signed in (ROUTE-15). Keeps the children mounted while
 * the user is refetched.
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
