import { invitations as text } from '@kinreel/messages/en/invitations';
import Button from '@mui/material/Button';
import { Link, Navigate, useParams } from 'react-router';
import { useAcceptInvitationQuery } from '../../features/invitations/invitations.api.ts';
import { useSession } from '../../features/session/use-session.ts';
import { isApiError } from '../../shared/api/api-error.ts';
import { EmptyState, FailedState, LoadingState } from '../../shared/ui/states.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { paths } from '../paths.ts';

/** The address in an invitation: accepts it, then plays its video. */
export function InvitationPage() {
  const { code = '' } = useParams();
  const { user } = useSession();
  const { data, error, isError, refetch } = useAcceptInvitationQuery(code);
  usePageTitle(text.opening);
  if (data) {
    const videos = paths.videos(data.user_id);
    return <Navigate to={data.video_id ? `${videos}?autoplay=${data.video_id}` : videos} replace />;
  }
  if (isApiError(error) && [400, 404].includes(error.status)) {
    return (
      <EmptyState
        headingLevel="h1"
        title={text.deadTitle}
        text={text.deadText}
        action={
          user && (
            <Button component={Link} to={paths.videos(user.id)} variant="contained">
              {text.goHome}
            </Button>
          )
        }
      />
    );
  }
  if (isError) return <FailedState headingLevel="h1" title={text.openFailed} error={error} onRetry={refetch} />;
  return <LoadingState />;
}
