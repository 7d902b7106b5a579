import type { SharedWithMeVideo } from '@kinreel/contracts/videos';
import BookmarkRemoveOutlined from '@mui/icons-material/BookmarkRemoveOutlined';
import Button from '@mui/material/Button';
import { useMemo, useRef } from 'react';
import { formatDate } from '../../../shared/format/date.ts';
import { fullName } from '../../../shared/format/person.ts';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import { videoId } from '../use-delete-video.tsx';
import { useGetSharedWithMeInfiniteQuery, useRemoveSharedMutation } from '../videos.api.ts';
import { VideoCard } from './video-card.tsx';
import { rowsOf, VideoList } from './video-list.tsx';

/** Shared With Me: videos shared with the user, by whom and when (VID-02). */
export function SharedWithMe() {
  const list = useRef<HTMLDivElement>(null);
  const query = useGetSharedWithMeInfiniteQuery(undefined, { refetchOnMountOrArgChange: 30 });
  const [remove] = useRemoveSharedMutation();
  const rows = useMemo(() => rowsOf(query.data), [query.data]);
  const removal = useRemoval<SharedWithMeVideo>({
    rows: rows ?? [],
    idOf: videoId,
    title: 'Remove this video from your list?',
    text: (video) => `${video.first_name} keeps it and can share it with you again.`,
    remove: (video) => remove(video.id).unwrap(),
    done: 'The video is removed from your list',
    container: list,
  });
  return (
    <>
      <VideoList
        label="Shared With Me"
        listRef={list}
        query={query}
        rows={rows}
        empty={
          <EmptyState
            title="Nothing has been shared with you yet"
            text="When somebody shares a video with you, it stands here and you get a mail."
            headingLevel="h3"
          />
        }
        renderRow={(video) => (
          <VideoCard
            video={video}
            details={`Shared by ${fullName(video)} (${video.email}) on ${formatDate(video.shared_on)}`}
            footer={
              <Button
                startIcon={<BookmarkRemoveOutlined />}
                aria-label={`Remove: ${video.prompt}`}
                onClick={() => removal.ask(video)}
                sx={{ ml: -1 }}
              >
                Remove
              </Button>
            }
          />
        )}
      />
      {removal.dialog}
    </>
  );
}
