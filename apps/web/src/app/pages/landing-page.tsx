import { pages as text } from '@kinreel/messages/en/pages';
import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import { FullPageSpinner } from '../../features/session/components/require-session.tsx';
import { afterLogin } from '../../features/session/return-target.ts';
import { type SessionState, setReturnTo } from '../../features/session/session.slice.ts';
import { useSession } from '../../features/session/use-session.ts';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { paths } from '../paths.ts';

/**
 * ROUTE-02: a spinner without header and footer until the user is loaded, then a redirect. `startSession` has already
 * taken the token from the URL.
 */
export function LandingPage() {
  const { search } = useLocation();
  const { user, isLoading } = useSession();
  const returnTo = useSelector((state: SessionState) => state.user.returnTo);
  usePageTitle(text.welcome);
  // The target is used once: later the page, which the logo opens, leads to the user's own videos.
  const target = useRef('');
  if (user) target.current ||= afterLogin(returnTo || search, user.id);
  const dispatch = useDispatch();
  useEffect(() => {
    if (user) dispatch(setReturnTo(''));
  }, [user, dispatch]);
  if (isLoading) return <FullPageSpinner />;
  if (!user) return <Navigate to={paths.login + search} replace />;
  return <Navigate to={target.current} replace />;
}
