import type { SharedWithMeVideo } from '@kinreel/contracts/videos';
import { pages } from '@kinreel/messages/en/pages';
import { sharedVideos as text } from '@kinreel/messages/en/shared-videos';
import BookmarkRemoveOutlined from '@mui/icons-material/BookmarkRemoveOutlined';
import Button from '@mui/material/Button';
import { useMemo, useRef } from 'react';
import letter from '../../../shared/art/letter.svg';
import { formatDate } from '../../../shared/format/date.ts';
import { fullName } from '../../../shared/format/person.ts';
import { shareWords } from '../../../shared/format/share-words.ts';
import { Quote } from '../../../shared/ui/quote.tsx';
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
    title: text.removeTitle,
    text: ({ via, first_name: name }) => (via === 'link' ? text.removeLinkText({ name }) : text.removeText({ name })),
    action: ({ prompt }) => text.removeVideo({ prompt }),
    remove: (video) => remove(video.id).unwrap(),
    done: text.removed,
    container: list,
  });
  return (
    <>
      <VideoList
        label={pages.sharedWithMe}
        watchList="with-me"
        listRef={list}
        query={query}
        rows={rows}
        empty={
          <EmptyState title={text.withMeNoneTitle} text={text.withMeNoneText} illustration={letter} headingLevel="h3" />
        }
        renderRow={(video) => (
          <VideoCard
            video={video}
            details={
              <>
                {detailsOf(video)}
                {shareWords(video) && <Quote>{shareWords(video)}</Quote>}
              </>
            }
            footer={
              <Button
                startIcon={<BookmarkRemoveOutlined />}
                aria-label={text.removeVideo({ prompt: video.prompt })}
                onClick={() => removal.ask(video)}
                sx={{ marginInlineStart: -1 }}
              >
                {text.remove}
              </Button>
            }
          />
        )}
      />
      {removal.dialog}
    </>
  );
}

/** Who shared the video and when, or whose link the user redeemed. */
function detailsOf({ via, email, shared_on, ...owner }: SharedWithMeVideo): string {
  const [name, date] = [fullName(owner), formatDate(shared_on)];
  if (via === 'link') return text.openedLink({ name, date });
  return email === null ? text.sharedByName({ name, date }) : text.sharedBy({ name, email, date });
}
