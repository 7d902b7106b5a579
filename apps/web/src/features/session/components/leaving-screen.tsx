import { leaving as text } from '@kinreel/messages/en/leaving';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { formatDate } from '../../../shared/format/date.ts';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { usePageTitle } from '../../../shared/ui/use-page-title.ts';
import { useGetDeletionQuery, useKeepAccountMutation } from '../leaving.api.ts';
import type { SessionState } from '../session.slice.ts';
import { loadUser } from '../start-session.ts';
import { useLogOut } from '../use-log-out.ts';
import { AuthFrame } from './auth-frame.tsx';
import { FormMessage } from './form-message.tsx';

/** Replaces every page for an account with a scheduled deletion: the date, and a button to cancel it. */
export function LeavingScreen() {
  const dispatch = useDispatch<ThunkDispatch<SessionState, unknown, UnknownAction>>();
  const query = useGetDeletionQuery(undefined, { refetchOnMountOrArgChange: true });
  const [keep, keeping] = useKeepAccountMutation();
  const logOut = useLogOut();
  const heading = useRef<HTMLHeadingElement>(null);
  const deletion = query.data;
  usePageTitle(text.page);
  useEffect(() => {
    if (deletion) heading.current?.focus();
    // The deletion was cancelled meanwhile.
    else if (deletion === null) void dispatch(loadUser());
  }, [deletion, dispatch]);

  async function comeBack() {
    const result = await keep();
    if (!result.error) await dispatch(loadUser());
  }

  return (
    <AuthFrame artHeight={96} formWidth={496}>
      {deletion ? (
        <>
          <Typography variant="h1" tabIndex={-1} ref={heading}>
            {text.title({ date: formatDate(deletion.delete_at) })}
          </Typography>
          <Typography variant="subtitle1" sx={{ color: 'text.secondary', mt: 2, mb: { xs: 4, sm: 6 } }}>
            {deletion.by_site_owner ? text.bySiteOwner : text.text}
          </Typography>
          {keeping.error && <FormMessage text={errorMessage(keeping.error)} focus />}
          {!deletion.by_site_owner && (
            <Button
              variant="contained"
              size="large"
              fullWidth
              disabled={keeping.isLoading}
              onClick={() => void comeBack()}
            >
              {keeping.isLoading ? text.keeping : text.keep}
            </Button>
          )}
          <Button fullWidth sx={{ mt: 3 }} onClick={() => void logOut()}>
            {text.logOut}
          </Button>
        </>
      ) : query.isError ? (
        <FailedState headingLevel="h1" title={text.loadFailed} error={query.error} onRetry={query.refetch} />
      ) : (
        <LoadingState label={text.loading} />
      )}
    </AuthFrame>
  );
}
