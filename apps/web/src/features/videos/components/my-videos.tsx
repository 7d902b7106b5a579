import { pages } from '@kinreel/messages/en/pages';
import Alert from '@mui/material/Alert';
import { useMemo, useRef, useState } from 'react';
import { useAutoplay } from '../use-autoplay.ts';
import { useDeleteVideo } from '../use-delete-video.tsx';
import { useVideoActions } from '../video-actions.tsx';
import { pinFirst } from '../video-lists.ts';
import { useGetMyVideosInfiniteQuery, useGetVideoQuery } from '../videos.api.ts';
import { OwnVideoCard } from './own-video-card.tsx';
import { rowsOf, VideoList } from './video-list.tsx';

const NONE: never[] = [];

/** My Videos: the user's own videos with all controls, followed by the next question. */
export function MyVideos() {
  const list = useRef<HTMLDivElement>(null);
  const actions = useVideoActions();
  const autoplay = useAutoplay();
  const query = useGetMyVideosInfiniteQuery(undefined, { refetchOnMountOrArgChange: 30 });
  const loaded = useMemo(() => rowsOf(query.data), [query.data]);

  // The requested video may be on a page that is not loaded yet. If it was in the list before, it was deleted.
  const inList = loaded?.find((video) => video.id === autoplay.videoId);
  const [foundId, setFoundId] = useState<string>();
  if (inList && inList.id !== foundId) setFoundId(inList.id);
  const isNotLoaded = Boolean(autoplay.videoId && loaded && foundId !== autoplay.videoId);
  const requested = useGetVideoQuery(autoplay.videoId ?? '', { skip: !isNotLoaded });
  const pinned = inList ?? (isNotLoaded && !requested.isError && requested.data ? requested.data : undefined);
  const rows = useMemo(() => loaded && pinFirst(loaded, pinned), [loaded, pinned]);

  const removal = useDeleteVideo(rows ?? NONE, list);
  const answered = useMemo(() => new Set(rows?.map((video) => video.prompt_id).filter((id) => id !== null)), [rows]);

  return (
    <>
      {isNotLoaded && !requested.data && (requested.isError || requested.data === null) && (
        <Alert severity="warning" sx={{ mt: 5 }}>
          {pages.videoMissing}
        </Alert>
      )}
      <VideoList
        label={pages.myVideos}
        listRef={list}
        query={query}
        rows={rows}
        empty={actions.renderFirstQuestion()}
        last={actions.renderNextQuestion(answered)}
        renderRow={(video) => (
          <OwnVideoCard
            video={video}
            onDelete={removal.ask}
            autoplay={autoplay.shouldPlay(video.id)}
            onAutoplayed={autoplay.markPlayed}
          />
        )}
      />
      {removal.dialog}
    </>
  );
}
