import { ERRORS } from '@kinreel/contracts/errors';
import Alert from '@mui/material/Alert';
import { isApiError } from '../../../shared/api/api-error.ts';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useArrival } from '../use-arrival.ts';
import { useGetPersonVideosInfiniteQuery } from '../videos.api.ts';
import { VideoCard } from './video-card.tsx';
import { rowsOf, VideoList } from './video-list.tsx';

/** The videos of another person that the signed-in one may see. A short link's code in the address is redeemed. */
export function PersonVideos({ userId }: { userId: string }) {
  const arrival = useArrival();
  const { autoplay, share } = arrival;
  const byLink = useGetPersonVideosInfiniteQuery({ userId, autoplay, share }, { refetchOnMountOrArgChange: 30 });
  // A link that was withdrawn takes nothing else away.
  const linkGone = Boolean(share) && isApiError(byLink.error) && byLink.error.code === 'link.missing';
  const without = useGetPersonVideosInfiniteQuery({ userId, autoplay }, { skip: !linkGone });
  const query = linkGone ? without : byLink;
  const rows = rowsOf(query.data);
  const missing = autoplay && rows && !query.hasNextPage && !rows.some((video) => video.id === autoplay);

  return (
    <>
      {(linkGone || missing) && (
        <Alert severity="warning" sx={{ mt: 5 }}>
          {linkGone ? ERRORS['link.missing'].message : ERRORS['video.missing'].message}
        </Alert>
      )}
      <VideoList
        label="My Videos"
        query={query}
        rows={rows}
        empty={<EmptyState title="No videos for you yet" headingLevel="h3" />}
        renderRow={(video) => (
          <VideoCard
            video={video}
            note={video.status === 'processing' ? 'This video is being prepared.' : undefined}
            starts={arrival.starts(video.id)}
            onStarted={arrival.onStarted}
          />
        )}
      />
    </>
  );
}
