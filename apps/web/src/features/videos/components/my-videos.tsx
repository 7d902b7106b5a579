import { pages } from '@kinreel/messages/en/pages';
import { useMemo, useRef } from 'react';
import { useDeleteVideo } from '../use-delete-video.tsx';
import { useVideoActions } from '../video-actions.tsx';
import { useGetMyVideosInfiniteQuery } from '../videos.api.ts';
import { AskedVideoAlert, type AskedVideoProblem } from './asked-video-alert.tsx';
import { OwnVideoCard } from './own-video-card.tsx';
import { rowsOf, VideoList } from './video-list.tsx';

const NONE: never[] = [];

/** My Videos: the user's own videos with all controls, then the next question. */
export function MyVideos({ problem }: { problem?: AskedVideoProblem | undefined }) {
  const list = useRef<HTMLDivElement>(null);
  const actions = useVideoActions();
  const query = useGetMyVideosInfiniteQuery(undefined, { refetchOnMountOrArgChange: 30 });
  const rows = useMemo(() => rowsOf(query.data), [query.data]);
  const removal = useDeleteVideo(rows ?? NONE, list);
  const answered = useMemo(() => new Set(rows?.map((video) => video.prompt_id).filter((id) => id !== null)), [rows]);

  return (
    <>
      {problem && <AskedVideoAlert problem={problem} />}
      <VideoList
        label={pages.myVideos}
        watchList="mine"
        listRef={list}
        query={query}
        rows={rows}
        empty={actions.renderFirstQuestion()}
        last={actions.renderNextQuestion(answered)}
        renderRow={(video) => <OwnVideoCard video={video} onDelete={removal.ask} />}
      />
      {removal.dialog}
    </>
  );
}
