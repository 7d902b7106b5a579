import type { NewVideo } from '@kinreel/contracts/whats-new';
import { whatsNew as text } from '@kinreel/messages/en/whats-new';
import DoneAllRounded from '@mui/icons-material/DoneAllRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { daysSince, formatPastDay } from '../../../shared/format/past-day.ts';
import { fullName } from '../../../shared/format/person.ts';
import { formatRelativeTime } from '../../../shared/format/relative-time.ts';
import { shareWords } from '../../../shared/format/share-words.ts';
import { fetchOnIntent } from '../../../shared/lazy-component.ts';
import { Poster } from '../../../shared/player/poster.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { Quote } from '../../../shared/ui/quote.tsx';
import { PLAYS_NEXT, usePreference } from '../../../shared/use-preference.ts';
import { useVideoActions } from '../video-actions.tsx';
import { useGetWhatsNewQuery, useMarkSeenMutation } from '../videos.api.ts';
import { useWatchLink, WatchListContext } from '../watch-link.ts';

/** Videos that are shown before Show more. */
const FIRST = 3;

/** What others made or shared that the user has not seen yet. Shows nothing if there is nothing, or if it fails. */
export function WhatsNew() {
  const notices = useNotices();
  const container = useRef<HTMLDivElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const { data, refetch } = useGetWhatsNewQuery();
  const [markSeen, { isLoading }] = useMarkSeenMutation();
  const { videos = [], more = false } = data ?? {};
  const shown = showsAll ? videos : videos.slice(0, FIRST);
  const oldest = videos.at(-1);

  function showAll() {
    flushSync(() => setShowsAll(true));
    // The pressed button has disappeared.
    container.current?.querySelectorAll<HTMLElement>('[data-row] a')[FIRST]?.focus();
  }

  async function seen() {
    const { error } = await markSeen(videos.map(({ id }) => id));
    if (error) return notices.failed(text.seenFailed, error, () => void seen());
    setShowsAll(false);
    await refetch();
    // The pressed button may have disappeared.
    container.current?.focus();
    notices.success({ title: text.isSeen });
  }

  return (
    <Box
      ref={container}
      component="section"
      tabIndex={-1}
      aria-labelledby={oldest && 'whats-new'}
      sx={{ ...(oldest && { mt: { xs: 4, sm: 6 } }), '&:focus': { outline: 'none' } }}
    >
      {oldest && (
        <WatchListContext value="new">
          <Card sx={{ p: { xs: 4, sm: 6 } }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
              <Typography id="whats-new" variant="h3" component="h2" sx={{ flex: '1 1 auto' }}>
                {titleOf(oldest.arrived_at)}
              </Typography>
              {videos[1] && <PlayAll first={shown[0] ?? oldest} />}
              <Button startIcon={<DoneAllRounded />} disabled={isLoading} onClick={() => void seen()}>
                {more ? text.seenSome : text.seen}
              </Button>
            </Box>
            <Box
              component="ul"
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(max(13rem, 28%), 1fr))' },
                gap: { xs: 4, sm: 6 },
                listStyle: 'none',
                m: 0,
                mt: 4,
                p: 0,
              }}
            >
              {shown.map((video) => (
                <NewCard key={video.id} video={video} />
              ))}
            </Box>
            {videos.length > shown.length && (
              <Button variant="outlined" onClick={showAll} sx={{ mt: 4 }}>
                {text.show({ count: videos.length - shown.length })}
              </Button>
            )}
            {more && showsAll && (
              <Typography sx={{ mt: 4, color: 'text.secondary' }}>{text.others({ count: videos.length })}</Typography>
            )}
          </Card>
        </WatchListContext>
      )}
    </Box>
  );
}

/** The day since when the oldest video has waited. */
function titleOf(since: string): string {
  const days = daysSince(since);
  if (days <= 0) return text.today;
  return days === 1 ? text.sinceYesterday : text.since({ day: formatPastDay(since) });
}

/** "2 days ago", or "November 3" for what is older than a week. */
function whenOf(arrived: string): string {
  return daysSince(arrived) < 7 ? formatRelativeTime(arrived) : formatPastDay(arrived);
}

/** Plays the videos one after the other: the next one starts by itself, as with the switch of Up next. */
function PlayAll({ first }: { first: NewVideo }) {
  const { onClick, ...link } = useWatchLink(first.id);
  const [, setPlaysNext] = usePreference(PLAYS_NEXT);
  return (
    <Button
      component={Link}
      {...link}
      variant="soft"
      startIcon={<PlayArrowRounded />}
      onClick={() => {
        setPlaysNext(true);
        onClick();
      }}
    >
      {text.playAll}
    </Button>
  );
}

/** One new video; the whole card is a link. On phones the picture is small, at its start. */
function NewCard({ video }: { video: NewVideo }) {
  const { loadWatchView } = useVideoActions();
  const link = useWatchLink(video.id);
  const { owner } = video;
  const words = shareWords(video);
  return (
    <Box
      component="li"
      data-row={video.id}
      sx={{
        position: 'relative',
        display: 'flex',
        flexDirection: { xs: 'row', sm: 'column' },
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        columnGap: 5,
        rowGap: 5,
        minWidth: 0,
      }}
    >
      <Box
        sx={{
          position: 'relative',
          flex: 'none',
          alignSelf: { xs: 'flex-start', sm: 'stretch' },
          width: { xs: 118, sm: 'auto' },
          aspectRatio: '16 / 9',
          bgcolor: 'tint.main',
          borderRadius: '16px',
          mb: { xs: 2, sm: 3 },
        }}
      >
        <Poster src={video.poster_url} />
        <Box sx={{ ...ON_EDGE, insetInlineStart: { xs: -8, sm: 16 } }}>
          <PersonAvatar name={fullName(owner)} src={owner.profile_image} size={44} />
        </Box>
        <Box aria-hidden sx={{ ...ON_EDGE, insetInlineEnd: { xs: -8, sm: 16 }, ...PLAY }}>
          <PlayArrowRounded />
        </Box>
      </Box>
      <Box sx={{ flex: { xs: '1 1 9rem', sm: 'none' }, minWidth: 0, '& blockquote': SOME_LINES }}>
        <Typography variant="h4" component="h3" sx={{ fontSize: '1.1875rem', overflowWrap: 'anywhere' }}>
          <Box
            component={Link}
            {...link}
            {...fetchOnIntent(loadWatchView)}
            sx={{
              color: 'inherit',
              textDecoration: 'none',
              '&::after': { content: '""', position: 'absolute', inset: -8, borderRadius: '20px' },
              '&:focus-visible': { outline: 'none' },
              '&:focus-visible::after': (theme) => ({ outline: `3px solid ${theme.vars?.palette.focusRing}` }),
            }}
          >
            {video.prompt}
          </Box>
        </Typography>
        <Typography sx={{ mt: 1, color: 'text.secondary', fontSize: '1.0625rem', overflowWrap: 'anywhere' }}>
          {text.by({ name: owner.first_name, when: whenOf(video.arrived_at) })}
        </Typography>
        {words && <Quote>{words}</Quote>}
      </Box>
    </Box>
  );
}

/** The watch view has all words. */
const SOME_LINES = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '4',
  overflow: 'hidden',
} as const;

/** A circle of 52 px across the lower edge of the picture. */
const ON_EDGE = {
  position: 'absolute',
  bottom: -20,
  borderRadius: '50%',
  border: '4px solid',
  borderColor: 'background.paper',
} as const;

const PLAY = {
  width: 52,
  height: 52,
  display: 'grid',
  placeItems: 'center',
  bgcolor: 'accent.main',
  color: 'accent.contrastText',
} as const;
