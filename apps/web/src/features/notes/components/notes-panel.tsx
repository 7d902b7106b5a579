import { NOTES_VISIBILITIES, type NotesVisibility } from '@kinreel/contracts/notes';
import { notes as text } from '@kinreel/messages/en/notes';
import FavoriteBorderRounded from '@mui/icons-material/FavoriteBorderRounded';
import FavoriteRounded from '@mui/icons-material/FavoriteRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { ShowMore } from '../../../shared/ui/show-more.tsx';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { loversText } from '../lovers.ts';
import { useChangeHeartMutation, useChangeNotesVisibilityMutation, useGetNotesInfiniteQuery } from '../notes.api.ts';
import { useOpenedWords } from '../use-opened-words.ts';
import { NoteForm } from './note-form.tsx';
import { NoteList } from './note-list.tsx';

interface NotesPanelProps {
  videoId: string;
  userId: string;
  isOwn: boolean;
  /** First name of the owner of the video; empty until it is known. */
  owner: string;
  /** Where the player is, in seconds. */
  currentTime: () => number;
  playFrom: (seconds: number) => void;
}

/** Hearts and notes below a video: read, give, remove. Its owner chooses who sees them. */
export function NotesPanel({ videoId, userId, isOwn, owner, currentTime, playFrom }: NotesPanelProps) {
  const titleId = useId();
  const [said, setSaid] = useState('');
  const query = useGetNotesInfiniteQuery(videoId, { refetchOnMountOrArgChange: true });
  const pages = query.data?.pages;
  const section = useRef<HTMLElement>(null);
  useOpenedWords(section, pages !== undefined && !query.isFetching);
  const [first] = pages ?? [];
  // Nobody else needs to know that there could be something.
  if (first?.visibility === 'nobody' && !isOwn) return null;
  return (
    <Box ref={section} component="section" aria-labelledby={titleId} sx={{ maxWidth: 760 }}>
      <Typography id={titleId} variant="h3" component="h2">
        {text.title}
      </Typography>
      {!first ? (
        query.isError ? (
          <FailedState headingLevel="h3" title={text.loadFailed} error={query.error} onRetry={query.refetch} />
        ) : (
          <LoadingState label={text.loading} />
        )
      ) : (
        <>
          {first.visibility === 'nobody' ? (
            <Typography sx={{ color: 'text.secondary', mt: 3 }}>{text.off}</Typography>
          ) : (
            <>
              <Heart
                videoId={videoId}
                loves={first.hearts.some(({ id }) => id === userId)}
                lovers={loversText(first.hearts, userId)}
              />
              {first.notes.length === 0 && (
                <Typography sx={{ color: 'text.secondary', mt: 4 }}>{text.empty}</Typography>
              )}
              <NoteForm
                key={videoId}
                videoId={videoId}
                userId={userId}
                onlyReader={first.visibility === 'owner' && !isOwn && owner ? owner : null}
                currentTime={currentTime}
                onSent={() => setSaid(text.sent)}
              />
              <Typography role="status" sx={{ color: 'text.secondary', mt: said ? 3 : 0 }}>
                {said}
              </Typography>
              {first.notes.length > 0 && (
                <NoteList
                  notes={pages?.flatMap(({ notes }) => notes) ?? []}
                  userId={userId}
                  isOwn={isOwn}
                  playFrom={playFrom}
                />
              )}
              <ShowMore query={query} failed={text.moreFailed} pt={3} />
            </>
          )}
          {isOwn && <WhoReads videoId={videoId} visibility={first.visibility} />}
        </>
      )}
    </Box>
  );
}

interface HeartProps {
  videoId: string;
  /** Whether the user has given one. */
  loves: boolean;
  lovers: string;
}

/** The button that gives and takes back the user's heart, and who else loves the video. */
function Heart({ videoId, loves, lovers }: HeartProps) {
  const notices = useNotices();
  const [change, { isLoading }] = useChangeHeartMutation();

  async function set(to: boolean) {
    const result = await change({ videoId, loves: to });
    if (result.error) notices.failed(text.love, result.error, () => void set(to));
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 2, mt: 3 }}>
      <Button
        variant={loves ? 'soft' : 'outlined'}
        aria-pressed={loves}
        startIcon={loves ? <FavoriteRounded /> : <FavoriteBorderRounded />}
        onClick={() => !isLoading && void set(!loves)}
      >
        {text.love}
      </Button>
      <Box role="status" sx={{ flex: '1 1 12em', minWidth: 0, overflowWrap: 'anywhere' }}>
        {lovers}
      </Box>
    </Box>
  );
}

interface WhoReadsProps {
  videoId: string;
  visibility: NotesVisibility;
}

/** The owner's choice of who sees the hearts and notes. Saved at once. */
function WhoReads({ videoId, visibility }: WhoReadsProps) {
  const notices = useNotices();
  const [saved, setSaved] = useState(false);
  const [change, { isLoading, originalArgs }] = useChangeNotesVisibilityMutation();

  async function save(to: NotesVisibility) {
    const result = await change({ videoId, visibility: to });
    if (result.error) notices.failed(text.whoReads, result.error, () => void save(to));
    else setSaved(true);
  }

  return (
    <Box sx={{ mt: 6, maxWidth: 400 }}>
      <SelectField
        label={text.whoReads}
        value={isLoading && originalArgs ? originalArgs.visibility : visibility}
        options={NOTES_VISIBILITIES.map((one) => [one, text[one]] as const)}
        onChange={(to) => void save(to)}
      />
      <span role="status" style={visuallyHidden}>
        {saved && text.saved}
      </span>
    </Box>
  );
}
