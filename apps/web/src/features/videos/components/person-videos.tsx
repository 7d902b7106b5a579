import { pages } from '@kinreel/messages/en/pages';
import { sharedVideos as text } from '@kinreel/messages/en/shared-videos';
import { formatDate } from '../../../shared/format/date.ts';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useGetPersonVideosInfiniteQuery } from '../videos.api.ts';
import { AskedVideoAlert, type AskedVideoProblem } from './asked-video-alert.tsx';
import { VideoCard } from './video-card.tsx';
import { rowsOf, VideoList } from './video-list.tsx';

interface PersonVideosProps {
  userId: string;
  name: string;
  problem?: AskedVideoProblem | undefined;
}

/** Another person's videos that the user may see. */
export function PersonVideos({ userId, name, problem }: PersonVideosProps) {
  const query = useGetPersonVideosInfiniteQuery(userId, { refetchOnMountOrArgChange: 30 });
  return (
    <>
      {problem && <AskedVideoAlert problem={problem} />}
      <VideoList
        label={pages.myVideos}
        watchList="person"
        query={query}
        rows={rowsOf(query.data)}
        empty={<EmptyState title={text.personNone({ name })} headingLevel="h3" />}
        renderRow={(video) => (
          <VideoCard
            video={video}
            details={video.status === 'processing' ? text.preparing : formatDate(video.created_at)}
          />
        )}
      />
    </>
  );
}
