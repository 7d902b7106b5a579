import { session as text } from '@kinreel/messages/en/session';
import Box from '@mui/material/Box';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { Logo } from '../../../shared/ui/logo.tsx';
import { FailedState } from '../../../shared/ui/states.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import type { SessionState } from '../session.slice.ts';
import { loadUser } from '../start-session.ts';

/** Shown instead of any page if there is a token but the server does not respond (LOGIN-11). */
export function ServerDownScreen() {
  const dispatch = useDispatch<ThunkDispatch<SessionState, unknown, UnknownAction>>();
  usePageTitle(text.serverDownPage);
  return (
    <Box
      component="main"
      id="main"
      sx={{ minHeight: '100vh', display: 'grid', placeContent: 'center', justifyItems: 'center' }}
    >
      <Logo />
      <FailedState
        headingLevel="h1"
        title={text.serverDownTitle}
        text={text.serverDownText}
        onRetry={() => dispatch(loadUser())}
      />
    </Box>
  );
}
