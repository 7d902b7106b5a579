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
import { chosenAmong, toggled, without } from '../many-videos.ts';
import { useDeleteVideo } from '../use-delete-video.tsx';
import { useManyVideos } from '../use-many-videos.ts';
import { useVideoActions } from '../video-actions.tsx';
import { arrangeVideos, type LibraryFilter, type SortOrder } from '../video-lists.ts';
import { useGetMyVideosInfiniteQuery } from '../videos.api.ts';
import { OwnVideoCard } from './own-video-card.tsx';
import { PERMISSION_LOOKS } from './permission-icons.tsx';
import { SelectableCard } from './selectable-card.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { rowsOf, VideoList } from './video-list.tsx';

/** Cards drawn at first, and added each time more are asked for. */
const STEP = 48;

const EVERYTHING: Omit<LibraryFilter, 'text'> = { permission: '', sort: 'newest' };
const NONE: never[] = [];

const PERMISSION_OPTIONS: [Permission | '', string][] = [
  ['', 'All'],
  ...PERMISSIONS.map((permission): [Permission, string] => [permission, PERMISSION_LOOKS[permission].label]),
];

const SORT_OPTIONS: [SortOrder, string][] = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['prompt', 'Prompt'],
];

interface ManageLibraryProps {
  /** What is searched for, in prompts and in what is said. */
  text: string;
  onText: (text: string) => void;
  /** What the search in what is said has come to: where, by the video's id. */
  spoken: { hits: ReadonlyMap<string, CaptionHit>; searching: boolean; failed: boolean };
}

/**
 * The own videos as a library (ROUTE-12): sorted, and narrowed by their words and permission. That needs all of them, so
 * every page is read; the cards are drawn as they are scrolled to. Many can be chosen and changed at once.
 */
export function ManageLibrary({ text, onText, spoken }: ManageLibraryProps) {
  const list = useRef<HTMLDivElement>(null);
  const actions = useVideoActions();
  const query = useGetMyVideosInfiniteQuery(undefined, { refetchOnMountOrArgChange: 30 });
  const [filter, setFilter] = useState(EVERYTHING);
  const [drawn, setDrawn] = useState(STEP);
  const wanted = useDeferredValue(useMemo(() => ({ ...filter, text }), [filter, text]));

  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  const all = useMemo(() => rowsOf(query.data), [query.data]);
  const { hits } = spoken;
  const found = useMemo(() => all && arrangeVideos(all, wanted, hits), [all, wanted, hits]);
  const rows = useMemo(() => found?.slice(0, drawn), [found, drawn]);
  const removal = useDeleteVideo(rows ?? NONE, list);

  const selectButton = useRef<HTMLButtonElement>(null);
  const [selecting, setSelecting] = useState(false);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set<string>());
  const many = useManyVideos((ids) => setPicked((before) => without(before, ids)));
  const chosen = useMemo(() => chosenAmong(found ?? NONE, picked), [found, picked]);
  const permissions = new Set(found?.filter((video) => picked.has(video.id)).map((video) => video.permission));
  const [shared] = permissions;

  const narrowed = wanted.text !== '' || wanted.permission !== '';
  const reading = hasNextPage && !isError;

  function change({ text: words, ...part }: Partial<LibraryFilter>) {
    if (words !== undefined) onText(words);
    setFilter({ ...filter, ...part });
    setDrawn(STEP);
  }

  function leaveSelection() {
    setSelecting(false);
    setPicked(new Set());
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
            {reading
              ? `${found?.length ?? 0} videos so far, reading the rest`
              : `${found?.length ?? 0} ${found?.length === 1 ? 'video' : 'videos'}`}
          </Box>
          {!selecting && (
            <Button ref={selectButton} variant="outlined" onClick={() => setSelecting(true)}>
              Select
            </Button>
          )}
        </Box>
      )}
      {spoken.failed && (
        <Alert severity="warning" sx={{ mt: 3 }}>
          What is said in your videos could not be searched just now. Prompts are.
        </Alert>
      )}
      {selecting && all && all.length > 0 && (
        <SelectionBar
          chosen={chosen}
          shown={found?.length ?? 0}
          permission={permissions.size === 1 && shared ? shared : ''}
          many={many}
          onChooseAll={() => setPicked(new Set([...picked, ...(found ?? NONE).map((video) => video.id)]))}
          onChooseNone={() => setPicked(without(picked, chosen))}
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
          hasNextPage: (found?.length ?? 0) > drawn || (hasNextPage && isError),
          fetchNextPage: () => ((found?.length ?? 0) > drawn ? setDrawn(drawn + STEP) : fetchNextPage()),
        }}
        rows={rows}
        empty={
          wanted.text !== '' && spoken.searching ? (
            <LoadingState label="Searching" />
          ) : narrowed ? (
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
              chosen={picked.has(video.id)}
              disabled={many.progress !== null}
              onToggle={() => setPicked((before) => toggled(before, video.id))}
            />
          ) : (
            <OwnVideoCard video={video} onDelete={removal.ask} spoken={hits.get(video.id)} withOriginal />
          )
        }
      />
      {/* The last card can be scrolled out from under the bar of a phone. */}
      {selecting && <Box sx={{ height: { xs: 200, sm: 0 } }} />}
      {removal.dialog}
    </>
  );
}
