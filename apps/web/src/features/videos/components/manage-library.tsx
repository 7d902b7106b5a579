import type { CaptionHit } from '@kinreel/contracts/captions';
import { PERMISSIONS, type Permission } from '@kinreel/contracts/videos';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { EmptyState, LoadingState } from '../../../shared/ui/states.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { removeIds, toggleId, visibleSelection } from '../bulk-actions.ts';
import { useBulkActions } from '../use-bulk-actions.ts';
import { useDeleteVideo } from '../use-delete-video.tsx';
import { useVideoActions } from '../video-actions.tsx';
import { filterAndSortVideos, type LibraryFilter, type SortOrder } from '../video-lists.ts';
import { useGetMyVideosInfiniteQuery } from '../videos.api.ts';
import { OwnVideoCard } from './own-video-card.tsx';
import { PERMISSION_DISPLAY } from './permission-display.ts';
import { SelectableCard } from './selectable-card.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { rowsOf, VideoList } from './video-list.tsx';

/** Number of cards rendered at first, and added with each Show more. */
const PAGE_SIZE = 48;

const NO_FILTER: Omit<LibraryFilter, 'text'> = { permission: '', sort: 'newest' };
const NONE: never[] = [];

const PERMISSION_OPTIONS: [Permission | '', string][] = [
  ['', 'All'],
  ...PERMISSIONS.map((permission): [Permission, string] => [permission, PERMISSION_DISPLAY[permission].label]),
];

const SORT_OPTIONS: [SortOrder, string][] = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['prompt', 'Prompt'],
];

interface ManageLibraryProps {
  /** Search text, matched against prompts and captions. */
  text: string;
  onText: (text: string) => void;
  /** Result of the caption search; hits by video id. */
  captionSearch: { hits: ReadonlyMap<string, CaptionHit>; searching: boolean; failed: boolean };
}

/**
 * The user's own videos, sorted and filtered by text and permission (ROUTE-12). Filtering needs all videos, so every page
 * is fetched; cards are rendered as the user scrolls. Several videos can be selected and changed at once.
 */
export function ManageLibrary({ text, onText, captionSearch }: ManageLibraryProps) {
  const list = useRef<HTMLDivElement>(null);
  const actions = useVideoActions();
  const query = useGetMyVideosInfiniteQuery(undefined, { refetchOnMountOrArgChange: 30 });
  const [filter, setFilter] = useState(NO_FILTER);
  const [renderedCount, setRenderedCount] = useState(PAGE_SIZE);
  const appliedFilter = useDeferredValue(useMemo(() => ({ ...filter, text }), [filter, text]));

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
  const [selecting, setSelecting] = useState(false);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set<string>());
  const bulk = useBulkActions((ids) => setSelectedIds((before) => removeIds(before, ids)));
  const selected = useMemo(() => visibleSelection(matches ?? NONE, selectedIds), [matches, selectedIds]);
  const permissions = new Set(matches?.filter((video) => selectedIds.has(video.id)).map((video) => video.permission));
  const [commonPermission] = permissions;

  const isFiltered = appliedFilter.text !== '' || appliedFilter.permission !== '';
  const isLoadingRest = hasNextPage && !isError;

  function change({ text: newText, ...rest }: Partial<LibraryFilter>) {
    if (newText !== undefined) onText(newText);
    setFilter({ ...filter, ...rest });
    setRenderedCount(PAGE_SIZE);
  }

  function leaveSelection() {
    setSelecting(false);
    setSelectedIds(new Set());
    requestAnimationFrame(() => selectButton.current?.focus({ preventScroll: true }));
  }

  return (
    <>
      {all && all.length > 0 && (
        <Box
          role="search"
          aria-label="Your videos"
          sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr 1fr', sm: '2fr 1fr 1fr' }, mt: 5 }}
        >
          <FormField
            label="Find a video"
            type="search"
            placeholder="A prompt, or words you said"
            value={text}
            onChange={(event) => change({ text: event.target.value })}
            sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
          />
          <SelectField
            label="Permission"
            value={filter.permission}
            options={PERMISSION_OPTIONS}
            onChange={(permission) => change({ permission })}
          />
          <SelectField
            label="Sort by"
            value={filter.sort}
            options={SORT_OPTIONS}
            onChange={(sort) => change({ sort })}
          />
        </Box>
      )}
      {all && all.length > 0 && (
        <Box
          sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, mt: 4, minHeight: 48 }}
        >
          <Box role="status" sx={{ color: 'text.secondary' }}>
            {isLoadingRest
              ? `${matches?.length ?? 0} videos so far, reading the rest`
              : `${matches?.length ?? 0} ${matches?.length === 1 ? 'video' : 'videos'}`}
          </Box>
          {!selecting && (
            <Button ref={selectButton} variant="outlined" onClick={() => setSelecting(true)}>
              Select
            </Button>
          )}
        </Box>
      )}
      {captionSearch.failed && (
        <Alert severity="warning" sx={{ mt: 3 }}>
          What is said in your videos could not be searched just now. Prompts are.
        </Alert>
      )}
      {selecting && all && all.length > 0 && (
        <SelectionBar
          selected={selected}
          total={matches?.length ?? 0}
          permission={permissions.size === 1 && commonPermission ? commonPermission : ''}
          bulk={bulk}
          onSelectAll={() => setSelectedIds(new Set([...selectedIds, ...(matches ?? NONE).map((video) => video.id)]))}
          onSelectNone={() => setSelectedIds(removeIds(selectedIds, selected))}
          onLeave={leaveSelection}
        />
      )}
      <Typography component="h2" sx={visuallyHidden}>
        Your videos
      </Typography>
      <VideoList
        label="Your videos"
        listRef={list}
        query={{
          ...query,
          hasNextPage: (matches?.length ?? 0) > renderedCount || (hasNextPage && isError),
          fetchNextPage: () =>
            (matches?.length ?? 0) > renderedCount ? setRenderedCount(renderedCount + PAGE_SIZE) : fetchNextPage(),
        }}
        rows={rows}
        empty={
          appliedFilter.text !== '' && captionSearch.searching ? (
            <LoadingState label="Searching" />
          ) : isFiltered ? (
            <EmptyState
              title="No video fits"
              text="Try another word, or show all of them."
              headingLevel="h2"
              action={
                <Button variant="soft" onClick={() => change({ text: '', permission: '' })}>
                  Show all
                </Button>
              }
            />
          ) : (
            actions.renderFirstQuestion()
          )
        }
        renderRow={(video) =>
          selecting ? (
            <SelectableCard
              video={video}
              selected={selectedIds.has(video.id)}
              disabled={bulk.progress !== null}
              onToggle={() => setSelectedIds((before) => toggleId(before, video.id))}
            />
          ) : (
            <OwnVideoCard video={video} onDelete={removal.ask} captionHit={hits.get(video.id)} withOriginal />
          )
        }
      />
      {/* On phones, room to scroll the last card above the selection bar. */}
      {selecting && <Box sx={{ height: { xs: 200, sm: 0 } }} />}
      {removal.dialog}
    </>
  );
}
