import type { Person } from '@kinreel/contracts/profile';
import { watchers as text } from '@kinreel/messages/en/watchers';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { formatList } from '../../../shared/format/list.ts';
import { fullName, shortNames } from '../../../shared/format/person.ts';
import { formatRelativeTime } from '../../../shared/format/relative-time.ts';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useGetWatchersQuery } from '../watching.api.ts';

/** How many people are named in the sentence. The list names them all. */
const MAX_NAMES = 10;

/** Who has watched the user's own video, and when if they ask. */
export function WatchedBy({ videoId }: { videoId: string }) {
  const listId = useId();
  const [showsWhen, setShowsWhen] = useState(false);
  const {
    currentData: watchers,
    isError,
    error,
    refetch,
  } = useGetWatchersQuery(videoId, {
    refetchOnMountOrArgChange: true,
  });
  if (!watchers) {
    return isError ? (
      <FailedState headingLevel="h3" title={text.loadFailed} error={error} onRetry={refetch} />
    ) : (
      <LoadingState label={text.loading} />
    );
  }
  if (watchers.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{text.none}</Typography>;
  return (
    <Box sx={{ maxWidth: 760 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 2 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{watchedByText(watchers.map(({ person }) => person))}</Typography>
        <Button
          variant="outlined"
          aria-expanded={showsWhen}
          aria-controls={showsWhen ? listId : undefined}
          onClick={() => setShowsWhen(!showsWhen)}
        >
          {showsWhen ? text.hideWhen : text.showWhen}
        </Button>
      </Box>
      {showsWhen && (
        <Box
          component="ul"
          id={listId}
          aria-label={text.list}
          sx={{ listStyle: 'none', m: 0, mt: 3, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
        >
          {watchers.map(({ person, first_watched_at }) => (
            <Box component="li" key={person.id} sx={{ display: 'flex', alignItems: 'center', gap: 3, py: 2 }}>
              <PersonAvatar name={fullName(person)} src={person.profile_image} size={48} />
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <Box component="bdi" sx={{ fontWeight: 600 }}>
                  {fullName(person)}
                </Box>
                <Box component="time" dateTime={first_watched_at} sx={{ display: 'block', color: 'text.secondary' }}>
                  {formatRelativeTime(first_watched_at)}
                </Box>
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}

function watchedByText(people: readonly Person[]): string {
  const names = shortNames(people).slice(0, MAX_NAMES);
  return people.length > MAX_NAMES
    ? text.othersWatched({ names: names.join(', ') })
    : text.watchedBy({ names: formatList(names) });
}
