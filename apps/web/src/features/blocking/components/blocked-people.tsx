import type { BlockedPerson } from '@kinreel/contracts/blocking';
import { blocking as text } from '@kinreel/messages/en/blocking';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo, useRef } from 'react';
import { formatDate } from '../../../shared/format/date.ts';
import { fullName } from '../../../shared/format/person.ts';
import { SettingsList, SettingsRow } from '../../../shared/ui/settings-list.tsx';
import { ShowMore } from '../../../shared/ui/show-more.tsx';
import { EmptyState, FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import { useGetBlockedInfiniteQuery, useUnblockPersonMutation } from '../blocking.api.ts';

const NO_PEOPLE: BlockedPerson[] = [];

/** The people whom the user has blocked, each with Unblock. */
export function BlockedPeople() {
  const container = useRef<HTMLDivElement>(null);
  const query = useGetBlockedInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const [unblock] = useUnblockPersonMutation();
  const people = useMemo(() => query.data?.pages.flatMap((page) => page.rows), [query.data]);
  const removal = useRemoval({
    rows: people ?? NO_PEOPLE,
    idOf: ({ id }) => id,
    title: ({ first_name: name }) => text.unblockTitle({ name }),
    text: ({ first_name: name }) => text.unblockText({ name }),
    confirmLabel: text.unblock,
    isHarmless: true,
    action: (person) => text.unblockName({ name: fullName(person) }),
    remove: ({ id }) => unblock(id).unwrap(),
    done: ({ first_name: name }) => text.unblocked({ name }),
    container,
  });
  if (people === undefined) {
    return query.isError ? (
      <FailedState title={text.loadFailed} error={query.error} headingLevel="h3" onRetry={query.refetch} />
    ) : (
      <LoadingState label={text.loading} />
    );
  }
  return (
    <Box
      ref={container}
      tabIndex={-1}
      role="region"
      aria-label={text.people}
      sx={{ maxWidth: 720, pt: { xs: 5, sm: 7 }, '&:focus': { outline: 'none' } }}
    >
      {people.length === 0 ? (
        <EmptyState title={text.noneTitle} text={text.noneText} headingLevel="h3" />
      ) : (
        <>
          <Typography sx={{ color: 'text.secondary', mb: 4 }}>{text.intro}</Typography>
          <SettingsList label={text.people}>
            {people.map((person) => (
              <SettingsRow
                key={person.id}
                row={person.id}
                title={fullName(person)}
                hint={text.since({ date: formatDate(person.blocked_at) })}
              >
                <Button
                  variant="outlined"
                  aria-label={text.unblockName({ name: fullName(person) })}
                  onClick={() => removal.ask(person)}
                >
                  {text.unblock}
                </Button>
              </SettingsRow>
            ))}
          </SettingsList>
        </>
      )}
      <ShowMore query={query} failed={text.moreFailed} pt={6} />
      {removal.dialog}
    </Box>
  );
}
