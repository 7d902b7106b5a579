import { pages } from '@kinreel/messages/en/pages';
import { sharedVideos as text } from '@kinreel/messages/en/shared-videos';
import { videos } from '@kinreel/messages/en/videos';
import Button from '@mui/material/Button';
import letter from '../../../shared/art/letter.svg';
import { formatDate } from '../../../shared/format/date.ts';
import { fullName } from '../../../shared/format/person.ts';
import { ShareIcon } from '../../../shared/ui/share-icon.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { formatRecipients } from '../recipient-names.ts';
import { useVideoActions } from '../video-actions.tsx';
import { useGetSharedByMeInfiniteQuery } from '../videos.api.ts';
import { VideoCard } from './video-card.tsx';
import { rowsOf, VideoList } from './video-list.tsx';

/** Shared By Me: videos the user has shared, with whom and when (VID-02). */
export function SharedByMe() {
  const { onShare, shareIntent, renderAudience } = useVideoActions();
  const query = useGetSharedByMeInfiniteQuery(undefined, { refetchOnMountOrArgChange: 30 });
  return (
    <VideoList
      label={pages.sharedByMe}
      watchList="by-me"
      query={query}
      rows={rowsOf(query.data)}
      empty={<EmptyState title={text.byMeNoneTitle} text={text.byMeNoneText} illustration={letter} headingLevel="h3" />}
      renderRow={(video) => {
        const names = video.recipients.map(fullName);
        return (
          <VideoCard
            video={video}
            details={
              <>
                <div>
                  {text.sharedWith({
                    names: formatRecipients(names, video.recipient_count),
                    date: formatDate(video.shared_on),
                  })}
                </div>
                {renderAudience(video)}
              </>
            }
            footer={
              <Button
                variant="soft"
                startIcon={<ShareIcon />}
                aria-label={videos.share({ prompt: video.prompt })}
                onClick={() => onShare(video)}
                {...shareIntent}
              >
                {text.share}
              </Button>
            }
          />
        );
      }}
    />
  );
}
