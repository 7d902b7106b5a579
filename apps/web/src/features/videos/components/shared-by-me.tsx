import Button from '@mui/material/Button';
import { formatDate } from '../../../shared/format/date.ts';
import { fullName } from '../../../shared/format/person.ts';
import { ShareIcon } from '../../../shared/ui/share-icon.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useVideoActions } from '../video-actions.tsx';
import { formatNames } from '../video-lists.ts';
import { useGetSharedByMeInfiniteQuery } from '../videos.api.ts';
import { VideoCard } from './video-card.tsx';
import { rowsOf, VideoList } from './video-list.tsx';

/** Shared By Me: videos the user has shared, with whom and when (VID-02). */
export function SharedByMe() {
  const { onShare } = useVideoActions();
  const query = useGetSharedByMeInfiniteQuery(undefined, { refetchOnMountOrArgChange: 30 });
  return (
    <VideoList
      label="Shared By Me"
      query={query}
      rows={rowsOf(query.data)}
      empty={
        <EmptyState
          title="You have not shared a video yet"
          text="Under My Videos each video has a share button. Choose your people there, or make a link."
          headingLevel="h3"
        />
      }
      renderRow={(video) => {
        const names = video.recipients.map(fullName);
        return (
          <VideoCard
            video={video}
            details={`Shared with ${formatNames(names, video.recipient_count)} on ${formatDate(video.shared_on)}`}
            footer={
              <Button
                variant="soft"
                startIcon={<ShareIcon />}
                aria-label={`Share: ${video.prompt}`}
                onClick={() => onShare(video)}
              >
                Share
              </Button>
            }
          />
        );
      }}
    />
  );
}
