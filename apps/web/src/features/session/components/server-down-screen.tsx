import Box from '@mui/material/Box';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { Logo } from '../../../shared/ui/logo.tsx';
import { FailedState } from '../../../shared/ui/states.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import type { SessionState } from '../session.slice.ts';
import { loadUser } from '../start-session.ts';

/** A token is kept, but the server does not answer (LOGIN-11). */
export function ServerDownScreen() {
  const dispatch = useDispatch<ThunkDispatch<SessionState, unknown, UnknownAction>>();
  usePageTitle('Not reachable');
  return (
    <Box
      component="main"
      id="main"
      sx={{ minHeight: '100vh', display: 'grid', placeContent: 'center', justifyItems: 'center' }}
    >
      <Logo />
      <FailedState
        headingLevel="h1"
        title="We cannot reach Kinreel just now"
        text="Nothing is lost, and you are still logged in. We keep trying; you can also try again yourself."
        onRetry={() => dispatch(loadUser())}
      />
    </Box>
  );
}
