import { AudienceDialog, type AudienceVideo } from '../../features/audience/components/audience-dialog.tsx';
import { OpenLater } from '../../features/opening/components/open-later.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { useRevokeLinkMutation } from '../../features/sharing/sharing.api.ts';
import { VideoStewardRuleSection } from '../../features/stewards/components/video-steward-rule.tsx';
import { useUpdatePermissionMutation } from '../../features/videos/videos.api.ts';
import { useConnectedPeople } from '../use-connected-people.ts';

interface VideoAudienceProps {
  /** The video of the open dialog; null while it is closed. */
  video: AudienceVideo | null;
  /** The last video, which stays visible during the closing animation. */
  last: AudienceVideo;
  onClose: () => void;
  onShare: (video: AudienceVideo) => void;
}

/** The dialog "Who can see this", connected to other features: permission, links, sharing. */
export function VideoAudience({ video, last, onClose, onShare }: VideoAudienceProps) {
  const [updatePermission] = useUpdatePermissionMutation();
  const [revokeLink] = useRevokeLinkMutation();
  const shown = video ?? last;
  const { user } = useSession();
  const people = useConnectedPeople(user?.id ?? '');
  return (
    <AudienceDialog
      key={shown.id}
      open={video !== null}
      video={shown}
      onClose={onClose}
      onShare={shown.status === 'ready' ? () => onShare(shown) : undefined}
      savePermission={(permission) => updatePermission({ video_id: shown.id, permission }).unwrap()}
      openLater={shown.status !== 'failed' && <OpenLater videoId={shown.id} opensAt={shown.opens_at} />}
      stewardRule={<VideoStewardRuleSection key={shown.id} videoId={shown.id} people={people} />}
      turnOffLink={(linkId) => revokeLink(linkId).unwrap()}
    />
  );
}
