import { session as text } from '@kinreel/messages/en/session';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { FailedState } from '../../../shared/ui/states.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import type { SessionState } from '../session.slice.ts';
import { loadUser } from '../start-session.ts';
import { LogoFrame } from './logo-frame.tsx';

/** Shown instead of any page if there is a token but the server does not respond (LOGIN-11). */
export function ServerDownScreen() {
  const dispatch = useDispatch<ThunkDispatch<SessionState, unknown, UnknownAction>>();
  usePageTitle(text.serverDownPage);
  return (
    <LogoFrame>
      <FailedState
        headingLevel="h1"
        title={text.serverDownTitle}
        text={text.serverDownText}
        onRetry={() => dispatch(loadUser())}
      />
    </LogoFrame>
  );
}
