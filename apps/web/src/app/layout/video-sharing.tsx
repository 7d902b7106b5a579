import { useSelector } from 'react-redux';
import type { AudienceVideo } from '../../features/audience/components/audience-dialog.tsx';
import { AudienceSentence } from '../../features/audience/components/audience-sentence.tsx';
import { useAccess } from '../../features/audience/use-access.ts';
import { InvitationList } from '../../features/invitations/components/invitation-list.tsx';
import { InviteByEmail } from '../../features/invitations/components/invite-by-email.tsx';
import { ShareDialog } from '../../features/sharing/components/share-dialog.tsx';
import { selectSharedVideo } from '../../features/sharing/sharing.slice.ts';

interface VideoSharingProps {
  userId: string;
  /** Opens the dialog that shows who can see the video, in place of this one. */
  onAudience: (video: AudienceVideo) => void;
  loadAudience: () => Promise<unknown>;
}

/** The share dialog, which also shows who can already see the video. */
export function VideoSharing({ userId, onAudience, loadAudience }: VideoSharingProps) {
  const video = useSelector(selectSharedVideo);
  const { facts, access } = useAccess(video?.id);
  return (
    <ShareDialog
      userId={userId}
      renderInvite={(invitation) => (
        <InviteByEmail key={invitation.email} opensAt={facts?.opens_at ?? null} {...invitation} />
      )}
      renderInvitations={(videoId) => <InvitationList videoId={videoId} />}
      access={access}
      audience={
        video &&
        facts && (
          <AudienceSentence
            video={{ ...video, ...facts, status: 'ready' }}
            onOpen={() =>
              onAudience({ ...video, permission: facts.permission, opens_at: facts.opens_at, status: 'ready' })
            }
            preload={loadAudience}
          />
        )
      }
    />
  );
}
