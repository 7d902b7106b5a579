import { watching as text } from '@kinreel/messages/en/watching';
import { skipToken } from '@reduxjs/toolkit/query/react';
import type { ReactNode } from 'react';
import { useSession } from '../../features/session/use-session.ts';
import type { AskedVideoProblem } from '../../features/videos/components/asked-video-alert.tsx';
import { useRedeemLinkQuery } from '../../features/videos/videos.api.ts';
import { isApiError } from '../../shared/api/api-error.ts';
import { FailedState, LoadingState } from '../../shared/ui/states.tsx';
import { WatchVideo } from './watch-video.tsx';

interface AskedVideoProps {
  ownerId: string;
  videoId: string;
  /** The code of the short link in the address (SHARE-04). */
  share: string | undefined;
  /** Renders the page without the video if the user may not see it. */
  renderPage: (problem: AskedVideoProblem) => ReactNode;
}

/**
 * ROUTE-06: shows the video that a profile address requests with `?autoplay={videoId}` in the watch view. Redeems the
 * code of a short link first. If the link no longer works, a video that is visible without it is still shown.
 */
export function AskedVideo({ ownerId, videoId, share, renderPage }: AskedVideoProps) {
  const { user } = useSession();
  const needsLink = share !== undefined && user?.id !== ownerId.toLowerCase();
  const link = useRedeemLinkQuery(needsLink ? share : skipToken, { refetchOnMountOrArgChange: 30 });
  const linkMissing = isApiError(link.error) && link.error.code === 'link.missing';
  if (needsLink && !link.isSuccess && !linkMissing) {
    if (!link.isError) return <LoadingState />;
    return (
      <FailedState headingLevel="h1" title={text.videoFailed} error={link.error} onRetry={() => void link.refetch()} />
    );
  }
  return (
    <WatchVideo
      key={videoId}
      videoId={videoId}
      ownerId={ownerId}
      place={null}
      startAt={null}
      missing={renderPage(linkMissing ? 'link' : 'video')}
    />
  );
}
