import type { SitePerson } from '@kinreel/contracts/administration';
import { administration as text } from '@kinreel/messages/en/administration';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { formatDate } from '../../../shared/format/date.ts';
import { formatBytes } from '../../../shared/format/duration-and-size.ts';
import { fullName } from '../../../shared/format/person.ts';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';
import { SettingsList, SettingsRow } from '../../../shared/ui/settings-list.tsx';
import { ShowMore } from '../../../shared/ui/show-more.tsx';
import { EmptyState, FailedState, LoadingState } from '../../../shared/ui/states.tsx';
import { useDebounced } from '../../../shared/ui/use-debounced.ts';
import { useGetOverviewQuery, useGetSitePeopleInfiniteQuery } from '../administration.api.ts';

const loadPersonDialog = () => import('./person-dialog.tsx');
const PersonDialog = lazyComponent(loadPersonDialog, 'PersonDialog');

/** Debounce of the search, in milliseconds. */
const SEARCH_DELAY_MS = 300;

/** Everybody on the site, the newest first, with the space they use. */
export function SitePeople() {
  const [search, setSearch] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const query = useGetSitePeopleInfiniteQuery(useDebounced(search.trim(), SEARCH_DELAY_MS), {
    refetchOnMountOrArgChange: true,
  });
  const { data: overview } = useGetOverviewQuery();
  const usualQuota = overview?.default_quota_bytes ?? null;
  const people = query.currentData?.pages.flatMap(({ rows }) => rows);
  const chosen = query.data?.pages.flatMap(({ rows }) => rows).find(({ id }) => id === chosenId);

  return (
    <Box sx={{ pt: { xs: 5, sm: 7 } }}>
      <FormField
        label={text.search}
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        sx={{ mb: 5, maxWidth: 480 }}
      />
      {people === undefined ? (
        query.isError ? (
          <FailedState headingLevel="h2" title={text.peopleFailed} error={query.error} onRetry={query.refetch} />
        ) : (
          <LoadingState label={text.peopleLoading} />
        )
      ) : people.length === 0 ? (
        <EmptyState headingLevel="h2" title={text.nobodyTitle} text={text.nobodyText} />
      ) : (
        <SettingsList label={text.people}>
          {people.map((person) => (
            <SettingsRow key={person.id} row={person.id} title={fullName(person)} hint={describe(person, usualQuota)}>
              <Button
                variant="outlined"
                aria-label={text.manageOf({ name: fullName(person) })}
                onClick={() => {
                  setChosenId(person.id);
                  setOpen(true);
                }}
                {...fetchOnIntent(loadPersonDialog)}
              >
                {text.manage}
              </Button>
            </SettingsRow>
          ))}
        </SettingsList>
      )}
      {people && <ShowMore query={query} failed={text.moreFailed} pt={5} />}
      {chosen && (
        <LazyDialog open={isOpen} onClose={() => setOpen(false)}>
          <PersonDialog
            key={chosen.id}
            open={isOpen}
            person={chosen}
            usualQuota={usualQuota}
            onClose={() => setOpen(false)}
          />
        </LazyDialog>
      )}
    </Box>
  );
}

/** Address, space and special states of a person, separated by dots. */
function describe(person: SitePerson, usualQuota: number | null): string {
  const quota = person.quota_bytes ?? usualQuota;
  return [
    person.email,
    quota !== null &&
      text.usage({ count: person.videos, used: formatBytes(person.used_bytes), quota: formatBytes(quota) }),
    person.site_owner && text.isOwner,
    person.disabled && text.isOff,
    person.delete_at !== null && text.isLeaving({ date: formatDate(person.delete_at) }),
    !person.email_verified && text.unconfirmed,
  ]
    .filter(Boolean)
    .join(' · ');
}
