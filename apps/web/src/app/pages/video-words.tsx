import type { Video } from '@kinreel/contracts/videos';
import Box from '@mui/material/Box';
import { NotesPanel } from '../../features/notes/components/notes-panel.tsx';
import { useGetSearchedUserQuery } from '../../features/profile/profile.api.ts';
import { useSession } from '../../features/session/use-session.ts';
import type { PlayerHandle } from '../../features/watching/components/watch-player.tsx';
import { WatchedBy } from '../../features/watching/components/watched-by.tsx';
import { AnswerWithVideo } from './answer-with-video.tsx';
import { AskAboutMoment } from './ask-about-moment.tsx';
import { ReportVideo } from './report-video.tsx';

/** What people said about a video, for the person who watches it, and the button that reports it. */
export function VideoWords({ video, player }: { video: Video; player: PlayerHandle }) {
  const { user } = useSession();
  const isOwn = user?.id === video.user_id;
  const { data: owner } = useGetSearchedUserQuery(video.user_id ?? '', { skip: isOwn || !video.user_id });
  if (!user) return null;
  return (
    <>
      {owner && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
          <AskAboutMoment video={video} owner={owner} player={player} />
          <AnswerWithVideo key={video.id} video={video} owner={owner} player={player} />
        </Box>
      )}
      <NotesPanel
        videoId={video.id}
        userId={user.id}
        isOwn={isOwn}
        owner={owner?.first_name ?? ''}
        currentTime={player.currentTime}
        playFrom={player.playFrom}
      />
      {isOwn && (
        <Box sx={{ mt: 6 }}>
          <WatchedBy key={video.id} videoId={video.id} />
        </Box>
      )}
      {owner && (
        <Box sx={{ mt: 6 }}>
          <ReportVideo videoId={video.id} owner={owner.first_name} />
        </Box>
      )}
    </>
  );
}
