import { session as text } from '@kinreel/messages/en/session';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { paths } from '../../shared/paths.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import type { SessionState } from './session.slice.ts';
import { logOut } from './start-session.ts';

/** Logs out (HEAD-04). If that fails, this browser is still logged out; the error is logged and shown (ERR-01). */
export function useLogOut(): () => Promise<void> {
  const dispatch = useDispatch<ThunkDispatch<SessionState, unknown, UnknownAction>>();
  const navigate = useNavigate();
  const notices = useNotices();
  return async () => {
    try {
      await dispatch(logOut());
    } catch (error) {
      console.error('Error with user logout', error);
      await navigate(paths.login);
      notices.error({
        title: text.loggedOutTitle,
        text: text.loggedOutText,
      });
    }
  };
}
