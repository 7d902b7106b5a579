import { pages } from '@kinreel/messages/en/pages';
import { sharedVideos as text } from '@kinreel/messages/en/shared-videos';
import Alert from '@mui/material/Alert';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { isApiError } from '../../../shared/api/api-error.ts';
import { formatDate } from '../../../shared/format/date.ts';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useAutoplay } from '../use-autoplay.ts';
import { useGetPersonVideosInfiniteQuery, useRedeemLinkQuery } from '../videos.api.ts';
import { VideoCard } from './video-card.tsx';
import { rowsOf, VideoList } from './video-list.tsx';

/** Another person's videos that the user may see. Redeems the code of a short link in the URL before it lists them. */
export function PersonVideos({ userId, name }: { userId: string; name: string }) {
  const requested = useAutoplay();
  const { videoId: autoplay, share } = requested;
  const link = useRedeemLinkQuery(share ?? skipToken, { refetchOnMountOrArgChange: 30 });
  // A revoked link must not hide videos that are visible without it.
  const linkUnavailable = isApiError(link.error) && link.error.code === 'link.missing';
  const redeemed = !share || link.isSuccess || linkUnavailable;
  const videos = useGetPersonVideosInfiniteQuery(
    { userId, autoplay },
    // A list from before the link was redeemed lacks its video.
    { skip: !redeemed, refetchOnMountOrArgChange: share ? true : 30 },
  );
  const query = redeemed ? videos : { ...videos, isError: link.isError, error: link.error, refetch: link.refetch };
  const rows = rowsOf(query.data);
  const missing = autoplay && rows && !query.hasNextPage && !rows.some((video) => video.id === autoplay);

  return (
    <>
      {(linkUnavailable || missing) && (
        <Alert severity="warning" sx={{ mt: 5 }}>
          {linkUnavailable ? pages.linkMissing : pages.videoMissing}
        </Alert>
      )}
      <VideoList
        label={pages.myVideos}
        query={query}
        rows={rows}
        empty={<EmptyState title={text.personNone({ name })} headingLevel="h3" />}
        renderRow={(video) => (
          <VideoCard
            video={video}
            details={video.status === 'processing' ? text.preparing : formatDate(video.created_at)}
            autoplay={requested.shouldPlay(video.id)}
            onAutoplayed={requested.markPlayed}
          />
        )}
      />
    </>
  );
}
