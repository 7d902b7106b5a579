import { invitations as text } from '@kinreel/messages/en/invitations';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { useAcceptInvitationQuery } from '../../features/invitations/invitations.api.ts';
import { useGetSearchedUserQuery } from '../../features/profile/profile.api.ts';
import { useSession } from '../../features/session/use-session.ts';
import { errorTitle, isApiError } from '../../shared/api/api-error.ts';
import lost from '../../shared/art/lost.svg';
import { fullName } from '../../shared/format/person.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import { EmptyState, FailedState, LoadingState } from '../../shared/ui/states.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { paths } from '../paths.ts';

/** The address of an invitation: accepts it, then plays its video. */
export function InvitationPage() {
  const { code = '' } = useParams();
  const { user } = useSession();
  const { data, error, isError, refetch } = useAcceptInvitationQuery(code);
  const isDead = isApiError(error) && [400, 404].includes(error.status);
  usePageTitle(isDead ? text.deadTitle : isError ? errorTitle(error, text.openFailed) : text.opening);
  if (data?.video_id) return <Navigate to={`${paths.videos(data.user_id)}?autoplay=${data.video_id}`} replace />;
  if (data && user) return <Connected inviterId={data.user_id} userId={user.id} />;
  if (isDead) {
    return (
      <EmptyState
        headingLevel="h1"
        title={text.deadTitle}
        illustration={lost}
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

/**
 * After an invitation without a video: opens the user's own videos with the first question, and shows the new
 * connection.
 */
function Connected({ inviterId, userId }: { inviterId: string; userId: string }) {
  const notices = useNotices();
  const navigate = useNavigate();
  const { data: inviter, isError } = useGetSearchedUserQuery(inviterId);
  const isTold = useRef(false);
  useEffect(() => {
    if (!inviter || isTold.current) return;
    isTold.current = true;
    notices.success({
      title: text.connectedTitle({ name: fullName(inviter) }),
      stays: true,
      action: {
        label: text.videosOf({ name: inviter.first_name }),
        onClick: () => void navigate(paths.videos(inviterId)),
      },
    });
  }, [inviter, inviterId, notices, navigate]);
  return inviter || isError ? <Navigate to={paths.videos(userId)} replace /> : <LoadingState />;
}
