import type { CaptionHit } from '@kinreel/contracts/captions';
import { library as messages } from '@kinreel/messages/en/library';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState, LoadingState } from '../../../shared/ui/states.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { useBulkActions } from '../use-bulk-actions.ts';
import { useDeleteVideo } from '../use-delete-video.tsx';
import { useSelection } from '../use-selection.ts';
import { useVideoActions } from '../video-actions.tsx';
import { type LibraryFilter as Filter, filterAndSortVideos } from '../video-lists.ts';
import { useGetMyVideosInfiniteQuery } from '../videos.api.ts';
import { LibraryFilter } from './library-filter.tsx';
import { LibraryTools } from './library-tools.tsx';
import { OwnVideoCard } from './own-video-card.tsx';
import { SelectableCard } from './selectable-card.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { rowsOf, VideoList } from './video-list.tsx';

/** Number of cards at first, and per Show more. */
const PAGE_SIZE = 48;

const NONE: never[] = [];

interface ManageLibraryProps {
  /** Its text is searched in prompts and captions. */
  filter: Filter;
  onFilter: (change: Partial<Filter>) => void;
  /** Result of the caption search: hits by video id. */
  captionSearch: { hits: ReadonlyMap<string, CaptionHit>; searching: boolean; failed: boolean };
}

/**
 * The user's own videos, sorted and filtered by text and permission (ROUTE-12). Filtering needs all videos, so every
 * page is fetched; cards are rendered on scrolling. Several videos can be selected for bulk actions.
 */
export function ManageLibrary({ filter, onFilter, captionSearch }: ManageLibraryProps) {
  const list = useRef<HTMLDivElement>(null);
  const actions = useVideoActions();
  const query = useGetMyVideosInfiniteQuery(undefined, { refetchOnMountOrArgChange: 30 });
  const [renderedCount, setRenderedCount] = useState(PAGE_SIZE);
  const { text, permission, sort } = filter;
  const appliedFilter = useDeferredValue(useMemo(() => ({ text, permission, sort }), [text, permission, sort]));

  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  const all = useMemo(() => rowsOf(query.data), [query.data]);
  const { hits } = captionSearch;
  const matches = useMemo(() => all && filterAndSortVideos(all, appliedFilter, hits), [all, appliedFilter, hits]);
  const rows = useMemo(() => matches?.slice(0, renderedCount), [matches, renderedCount]);
  const removal = useDeleteVideo(rows ?? NONE, list);

  const selectButton = useRef<HTMLButtonElement>(null);
  const selection = useSelection(matches);
  const bulk = useBulkActions(selection.remove);

  const count = matches?.length ?? 0;
  const isFiltered = appliedFilter.text !== '' || appliedFilter.permission !== '';
  const isLoadingRest = hasNextPage && !isError;

  function change(part: Partial<Filter>) {
    onFilter(part);
    setRenderedCount(PAGE_SIZE);
  }

  function leaveSelection() {
    selection.leave();
    requestAnimationFrame(() => selectButton.current?.focus({ preventScroll: true }));
  }

  return (
    <>
      {all && all.length > 0 && <LibraryFilter filter={filter} onChange={change} />}
      {all && all.length > 0 && (
        <Box
          sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, mt: 4, minHeight: 48 }}
        >
          <Box role="status" sx={{ color: 'text.secondary' }}>
            {isLoadingRest ? messages.countSoFar({ count }) : messages.count({ count })}
          </Box>
          {!selection.active && (
            <Button ref={selectButton} variant="outlined" onClick={selection.start}>
              {messages.select}
            </Button>
          )}
        </Box>
      )}
      {captionSearch.failed && (
        <Alert severity="warning" sx={{ mt: 3 }}>
          {messages.captionSearchFailed}
        </Alert>
      )}
      {selection.active && all && all.length > 0 && (
        <SelectionBar
          selected={selection.selected}
          total={count}
          permission={selection.permission}
          bulk={bulk}
          onSelectAll={selection.selectAll}
          onSelectNone={() => selection.remove(selection.selected)}
          onLeave={leaveSelection}
        />
      )}
      <Typography component="h2" sx={visuallyHidden}>
        {messages.videos}
      </Typography>
      <VideoList
        label={messages.videos}
        watchList="library"
        listRef={list}
        query={{
          ...query,
          hasNextPage: count > renderedCount || (hasNextPage && isError),
          fetchNextPage: () => (count > renderedCount ? setRenderedCount(renderedCount + PAGE_SIZE) : fetchNextPage()),
        }}
        rows={rows}
        empty={
          appliedFilter.text !== '' && captionSearch.searching ? (
            <LoadingState label={messages.searching} />
          ) : isFiltered ? (
            <EmptyState
              title={messages.noneTitle}
              text={messages.noneText}
              headingLevel="h2"
              action={
                <Button variant="soft" onClick={() => change({ text: '', permission: '' })}>
                  {messages.showAll}
                </Button>
              }
            />
          ) : (
            actions.renderFirstQuestion()
          )
        }
        renderRow={(video) =>
          selection.active ? (
            <SelectableCard
              video={video}
              selected={selection.has(video.id)}
              disabled={bulk.progress !== null}
              onToggle={() => selection.toggle(video.id)}
            />
          ) : (
            <OwnVideoCard
              video={video}
              onDelete={removal.ask}
              captionHit={hits.get(video.id)}
              renderTools={(shown) => <LibraryTools video={shown} />}
            />
          )
        }
      />
      {/* On phones, space to scroll the last card above the selection bar. */}
      {selection.active && <Box sx={{ height: { xs: 200, sm: 0 } }} />}
      {removal.dialog}
    </>
  );
}
