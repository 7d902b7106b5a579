import type { AudiencePerson } from '@kinreel/contracts/audience';
import type { Permission } from '@kinreel/contracts/videos';
import { audience as text } from '@kinreel/messages/en/audience';
import { common } from '@kinreel/messages/en/common';
import CardGiftcardRounded from '@mui/icons-material/CardGiftcardRounded';
import LinkRounded from '@mui/icons-material/LinkRounded';
import SearchRounded from '@mui/icons-material/SearchRounded';
import VolunteerActivismRounded from '@mui/icons-material/VolunteerActivismRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../shared/format/date.ts';
import { fullName } from '../../../shared/format/person.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { PERMISSION_ICON } from '../../../shared/ui/permission-icon.ts';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { ShareIcon } from '../../../shared/ui/share-icon.tsx';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { useRemoveFromAudienceMutation } from '../audience.api.ts';

/** Number of people from which there is a search box. */
const FIND_FROM = 12;

interface AudiencePeopleProps {
  videoId: string;
  permission: Permission;
  /** The people loaded so far. */
  people: readonly AudiencePerson[];
  /** Number of all people; null if they are too many to count. */
  total: number | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  moreFailed: boolean;
  loadMore: () => void;
}

const REASON_ICON = {
  friend: PERMISSION_ICON.friend,
  family: PERMISSION_ICON.family,
  share: ShareIcon,
  steward: VolunteerActivismRounded,
  given: CardGiftcardRounded,
  link: LinkRounded,
};

/** The people who can see a video, each with every reason. Shares and redeemed links can be removed. */
export function AudiencePeople(props: AudiencePeopleProps) {
  const { videoId, permission, people, total, hasMore, isLoadingMore, moreFailed, loadMore } = props;
  const list = useRef<HTMLDivElement>(null);
  const [remove] = useRemoveFromAudienceMutation();
  const [wanted, setWanted] = useState('');
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = people.filter((person) => words.every((word) => fullName(person).toLowerCase().includes(word)));

  // The searched person may be on a later page.
  useEffect(() => {
    if (wanted.trim() && hasMore && !isLoadingMore && !moreFailed) loadMore();
  }, [wanted, hasMore, isLoadingMore, moreFailed, loadMore]);

  const removal = useRemoval<AudiencePerson>({
    rows: people,
    idOf: (person) => person.id,
    title: (person) => text.stopTitle({ name: person.first_name }),
    text: (person) => <StopText person={person} permission={permission} />,
    confirmLabel: text.stop,
    action: (person) => text.stopWith({ name: fullName(person) }),
    remove: (person) => remove({ videoId, userId: person.id }).unwrap(),
    done: (person) => text.stopped({ name: person.first_name }),
    container: list,
  });

  return (
    <Box ref={list} tabIndex={-1} sx={{ '&:focus': { outline: 'none' } }}>
      {(total === null || total >= FIND_FROM) && (
        <FormField
          label={text.find}
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          startAdornment={
            <InputAdornment position="start">
              <SearchRounded aria-hidden />
            </InputAdornment>
          }
          sx={{ mb: 3, maxWidth: { md: 460 } }}
        />
      )}
      {words.length > 0 && (
        <Box role="status" sx={shown.length > 0 ? visuallyHidden : { color: 'text.secondary', py: 3 }}>
          {isLoadingMore ? common.loading : text.found({ count: shown.length })}
        </Box>
      )}
      <Box
        component="ul"
        aria-label={text.list}
        sx={{
          listStyle: 'none',
          p: 0,
          m: 0,
          display: 'grid',
          columnGap: 10,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {shown.map((person) => {
          const name = fullName(person);
          return (
            <Box
              component="li"
              key={person.id}
              data-row={person.id}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3.5, minHeight: 70, py: 2 }}
            >
              <PersonAvatar name={name} src={person.profile_image} size={52} />
              <Box sx={{ flex: '1 1 9em', minWidth: 0 }}>
                <Box sx={{ fontWeight: 600, fontSize: '1.125rem', lineHeight: 1.25 }}>{name}</Box>
                {person.reasons.map(({ reason, since }) => {
                  const Icon = REASON_ICON[reason];
                  return (
                    <Box
                      key={reason}
                      sx={{
                        display: 'flex',
                        alignItems: 'center',
                        gap: 1.5,
                        color: 'text.secondary',
                        fontSize: '1rem',
                      }}
                    >
                      <Icon aria-hidden sx={{ fontSize: 18 }} />
                      {reasonText(reason, since)}
                    </Box>
                  );
                })}
              </Box>
              {isRemovable(person) && (
                <Button
                  color="error"
                  aria-label={text.stopWith({ name })}
                  onClick={() => removal.ask(person)}
                  sx={{ marginInlineStart: 'auto', marginInlineEnd: -3.5 }}
                >
                  {text.stop}
                </Button>
              )}
            </Box>
          );
        })}
      </Box>
      {hasMore && words.length === 0 && (
        <>
          {moreFailed && <span role="alert">{text.moreFailed}</span>}
          <Button
            variant="outlined"
            loading={isLoadingMore}
            loadingPosition="start"
            onClick={loadMore}
            sx={{ my: 2, display: 'flex' }}
          >
            {total === null ? text.manyMore : text.more({ count: total - people.length })}
          </Button>
        </>
      )}
      {removal.dialog}
    </Box>
  );
}

/** Whether the person has access for a reason other than the permission. */
function isRemovable(person: AudiencePerson): boolean {
  return person.reasons.some(({ reason }) => reason === 'share' || reason === 'link');
}

function reasonText(reason: AudiencePerson['reasons'][number]['reason'], since: string): string {
  switch (reason) {
    case 'friend':
      return text.reasonFriend;
    case 'family':
      return text.reasonFamily;
    case 'share':
      return text.reasonShare({ date: formatDate(since) });
    case 'link':
      return text.reasonLink({ date: formatDate(since) });
    case 'steward':
      return text.reasonSteward({ date: formatDate(since) });
    case 'given':
      return text.reasonGiven({ date: formatDate(since) });
  }
}

/** What a person loses, and what stays. */
function StopText({ person, permission }: { person: AudiencePerson; permission: Permission }) {
  const name = person.first_name;
  const has = (wanted: string) => person.reasons.some(({ reason }) => reason === wanted);
  const effect =
    permission === 'everyone'
      ? text.stopTextEveryone
      : has('friend')
        ? text.stopTextFriend
        : has('family')
          ? text.stopTextFamily
          : text.stopText;
  return (
    <>
      <p style={{ margin: 0 }}>{effect({ name })}</p>
      {has('link') && <p style={{ margin: '0.75em 0 0' }}>{text.linkStillWorks({ name })}</p>}
    </>
  );
}
