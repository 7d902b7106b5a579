import { common } from '@kinreel/messages/en/common';
import { videos as text } from '@kinreel/messages/en/videos';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, type RefObject, startTransition, useDeferredValue, useEffect, useRef, useState } from 'react';
import { FailedState } from '../../../shared/ui/states.tsx';
import { useReducedMotion } from '../../../shared/ui/use-reduced-motion.ts';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { useRestoredPlace } from '../return-place.ts';
import type { Page } from '../videos.api.ts';
import { type WatchList, WatchListContext } from '../watch-link.ts';

/** The parts of a paginated query that a list needs. */
export interface ListQuery<T> {
  data?: { pages: Page<T>[] } | undefined;
  isLoading: boolean;
  isError: boolean;
  error?: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

/** All loaded rows; undefined before the first page. */
export function rowsOf<T>(data: { pages: Page<T>[] } | undefined): T[] | undefined {
  return data?.pages.flatMap((page) => page.rows);
}

interface VideoListProps<T> {
  query: ListQuery<T>;
  /** The rows; undefined while loading. */
  rows: readonly T[] | undefined;
  /** Accessible name of the list. */
  label: string;
  empty: ReactNode;
  /** Content of the cell after the last card. */
  last?: ReactNode;
  renderRow: (row: T) => ReactNode;
  listRef?: RefObject<HTMLDivElement | null>;
  /** The list that the watch view of its videos belongs to. */
  watchList: WatchList;
}

const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' },
  columnGap: 7,
  rowGap: { xs: 6, sm: 8 },
} as const;

/** A grid of video cards (one to three in a row) with loading, empty and error states. */
export function VideoList<T extends { id: string }>(props: VideoListProps<T>) {
  const { query, label, empty, last, renderRow, listRef, watchList } = props;
  const { rows, areAll } = useRowsInSteps(props.rows);
  const ownRef = useRef<HTMLDivElement>(null);
  const container = listRef ?? ownRef;
  useRestoredPlace(container, areAll);
  return (
    <Box
      ref={container}
      tabIndex={-1}
      role="region"
      aria-label={label}
      sx={{ pt: { xs: 3, sm: 7 }, '&:focus': { outline: 'none' } }}
    >
      {rows === undefined ? (
        query.isError ? (
          <FailedState title={text.loadFailed} error={query.error} headingLevel="h3" onRetry={query.refetch} />
        ) : (
          <Skeletons />
        )
      ) : rows.length === 0 && !query.hasNextPage ? (
        empty
      ) : (
        <Box component="ul" sx={{ ...GRID, listStyle: 'none', p: 0, m: 0 }}>
          {rows.map((row) => (
            <li key={row.id} data-row={row.id}>
              <WatchListContext value={watchList}>{renderRow(row)}</WatchListContext>
            </li>
          ))}
          {last && areAll && !query.hasNextPage && <li>{last}</li>}
        </Box>
      )}
      {areAll && query.hasNextPage && <ShowMoreOnScroll query={query} />}
    </Box>
  );
}

/** Number of cards that are rendered first: more than fit on a phone, two rows on a desktop. */
const FIRST_CARDS = 6;

/**
 * Renders the rows in steps: nothing while they load, then the first cards, then all. Each step is deferred, so React
 * renders it in time slices and the page stays responsive. Later changes are rendered at once.
 */
function useRowsInSteps<T>(all: readonly T[] | undefined): { rows: readonly T[] | undefined; areAll: boolean } {
  const isShown = useDeferredValue(all !== undefined);
  // A cached list is rendered completely, so that going back restores the scroll position.
  const [areFirstShown, setFirstShown] = useState(all !== undefined);
  useEffect(() => {
    if (isShown) startTransition(() => setFirstShown(true));
  }, [isShown]);
  if (!isShown || all === undefined) return { rows: undefined, areAll: false };
  return { rows: areFirstShown ? all : all.slice(0, FIRST_CARDS), areAll: areFirstShown };
}

/** Loads the next page on scroll or press; after a failure only on press. */
function ShowMoreOnScroll({ query }: { query: Omit<ListQuery<unknown>, 'data'> }) {
  const container = useRef<HTMLDivElement>(null);
  const { isFetchingNextPage, isError } = query;
  const latest = useRef(query.fetchNextPage);
  latest.current = query.fetchNextPage;
  useEffect(() => {
    const element = container.current;
    if (!element || isFetchingNextPage || isError) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((one) => one.isIntersecting) && latest.current(),
      {
        rootMargin: '600px',
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isFetchingNextPage, isError]);
  return (
    <Box ref={container} sx={{ display: 'grid', justifyItems: 'center', gap: 2, pt: 8 }}>
      {isError && !isFetchingNextPage && <span role="alert">{text.moreFailed}</span>}
      <Button
        variant="outlined"
        loading={isFetchingNextPage}
        loadingPosition="start"
        onClick={() => query.fetchNextPage()}
      >
        {common.showMore}
      </Button>
    </Box>
  );
}

/** Placeholders in the size of a card. */
function Skeletons() {
  const reducedMotion = useReducedMotion();
  const animation = reducedMotion ? false : 'pulse';
  return (
    <Box sx={GRID} role="status" data-loading>
      <span style={visuallyHidden}>{text.loading}</span>
      {['a', 'b', 'c'].map((key) => (
        <div key={key} aria-hidden>
          <Card>
            <Box sx={{ aspectRatio: '16 / 9', display: 'grid', placeItems: 'center', bgcolor: 'sunken' }}>
              <Skeleton variant="circular" width={124} height={124} animation={animation} sx={{ bgcolor: 'divider' }} />
            </Box>
            <Box sx={{ p: 5 }}>
              <Skeleton variant="rounded" height={24} width="85%" animation={animation} />
              <Skeleton variant="rounded" height={24} width="55%" animation={animation} sx={{ mt: 2 }} />
              <Skeleton variant="rounded" height={48} width={130} animation={animation} sx={{ mt: 6 }} />
            </Box>
          </Card>
        </div>
      ))}
    </Box>
  );
}
