import { ERRORS } from '@kinreel/contracts/errors';
import Alert from '@mui/material/Alert';
import { useMemo, useRef, useState } from 'react';
import { useArrival } from '../use-arrival.ts';
import { useDeleteVideo } from '../use-delete-video.tsx';
import { useVideoActions } from '../video-actions.tsx';
import { withFirst } from '../video-lists.ts';
import { useGetMyVideosInfiniteQuery, useGetVideoQuery } from '../videos.api.ts';
import { OwnVideoCard } from './own-video-card.tsx';
import { rowsOf, VideoList } from './video-list.tsx';

const NONE: never[] = [];

/** My Videos: the signed-in person's own, with every control; after them the next question. */
export function MyVideos() {
  const list = useRef<HTMLDivElement>(null);
  const actions = useVideoActions();
  const arrival = useArrival();
  const query = useGetMyVideosInfiniteQuery(undefined, { refetchOnMountOrArgChange: 30 });
  const loaded = useMemo(() => rowsOf(query.data), [query.data]);

  // The video asked for may stand on a page that is not loaded yet. One that was found and is gone now was deleted.
  const inList = loaded?.find((video) => video.id === arrival.autoplay);
  const [found, setFound] = useState<string>();
  if (inList && inList.id !== found) setFound(inList.id);
  const isElsewhere = Boolean(arrival.autoplay && loaded && found !== arrival.autoplay);
  const asked = useGetVideoQuery(arrival.autoplay ?? '', { skip: !isElsewhere });
  const pinned = inList ?? (isElsewhere && !asked.isError && asked.data ? asked.data : undefined);
  const rows = useMemo(() => loaded && withFirst(loaded, pinned), [loaded, pinned]);

  const removal = useDeleteVideo(rows ?? NONE, list);
  const answered = useMemo(() => new Set(rows?.map((video) => video.prompt_id).filter((id) => id !== null)), [rows]);

  return (
    <>
      {isElsewhere && !asked.data && (asked.isError || asked.data === null) && (
        <Alert severity="warning" sx={{ mt: 5 }}>
          {ERRORS['video.missing'].message}
        </Alert>
      )}
      <VideoList
        label="My Videos"
        listRef={list}
        query={query}
        rows={rows}
        empty={actions.renderFirstQuestion()}
        last={actions.renderNextQuestion(answered)}
        renderRow={(video) => (
          <OwnVideoCard
            video={video}
            onDelete={removal.ask}
            starts={arrival.starts(video.id)}
            onStarted={arrival.onStarted}
          />
        )}
      />
      {removal.dialog}
    </>
  );
}
