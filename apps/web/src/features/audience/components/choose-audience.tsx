import type { Relationship } from '@kinreel/contracts/connections';
import { PERMISSIONS, type Permission } from '@kinreel/contracts/videos';
import { audience as text } from '@kinreel/messages/en/audience';
import { videos } from '@kinreel/messages/en/videos';
import AddRounded from '@mui/icons-material/AddRounded';
import CheckRounded from '@mui/icons-material/CheckRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { formatNumber } from '../../../shared/format/numbers.ts';
import { PERMISSION_ICON } from '../../../shared/ui/permission-icon.ts';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { audienceText } from '../audience-text.ts';

/** A connection of the owner. */
export interface ConnectedPerson {
  id: string;
  firstName: string;
  name: string;
  photo: string | null;
  relationship: Relationship;
}

/** The chosen permission, and the ids of the people to share with. */
export interface AudienceChoice {
  permission: Permission;
  people: readonly string[];
}

interface ChooseAudienceProps {
  value: AudienceChoice;
  /** The owner's connections; undefined while they load. */
  people: readonly ConnectedPerson[] | undefined;
  onChange: (value: AudienceChoice) => void;
  /** Invites people without an account. */
  onInvite: () => void;
  /** Shown in place of the people if the owner has no connections. */
  whenAlone: ReactNode;
}

/** From the smallest audience to the largest. */
const CHOICES = PERMISSIONS.toReversed();

/** Maximum number of avatars on a choice, and of people before "Show all". */
const MOST_FACES = 3;
const MOST_PEOPLE = 11;

/** Chooses who may see a new video: one of the four permissions, and people to add with one tap. Saves nothing. */
export function ChooseAudience(props: ChooseAudienceProps) {
  const { value, people, onChange, whenAlone } = props;
  const name = useId();
  return (
    <>
      <Box role="radiogroup" aria-label={text.chooseTitle} sx={{ display: 'grid', gap: 2.5 }}>
        {CHOICES.map((permission) => (
          <Choice
            key={permission}
            name={name}
            permission={permission}
            people={people?.filter(({ relationship }) => relationship === permission)}
            isChosen={permission === value.permission}
            onChoose={() => onChange({ ...value, permission })}
          />
        ))}
      </Box>
      {people?.length === 0 ? <Box sx={{ mt: 6 }}>{whenAlone}</Box> : <PeopleToAdd {...props} />}
    </>
  );
}

/** A sentence about who will see the video. */
export function choiceText({ permission, people }: AudienceChoice, connected: readonly ConnectedPerson[]): string {
  const chosen = connected.filter(({ id }) => people.includes(id));
  const others = chosen.filter(({ relationship }) => relationship !== permission);
  return audienceText({
    permission,
    audience: {
      connections: connected.filter(({ relationship }) => relationship === permission).length,
      others: others.length,
      first_name: others[0]?.firstName ?? null,
      link: false,
      blocked: 0,
    },
    status: 'ready',
    opens_at: null,
  });
}

interface ChoiceProps {
  /** Name of the radio group. */
  name: string;
  permission: Permission;
  /** The people with this permission; undefined while they load. */
  people: readonly ConnectedPerson[] | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ name, permission, people, isChosen, onChoose }: ChoiceProps) {
  const Icon = PERMISSION_ICON[permission];
  const hintId = useId();
  const hints: Record<Permission, string> = {
    everyone: text.everyoneHint,
    friend: people ? text.friendHint({ count: people.length }) : text.friendHintOnly,
    family: people ? text.familyHint({ count: people.length }) : text.familyHintOnly,
    'invite-only': text.chooseInviteOnlyHint,
  };
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 3, sm: 4 },
        minHeight: 64,
        px: { xs: 3, sm: 4 },
        py: 2,
        borderRadius: '12px',
        border: '2px solid',
        borderColor: isChosen ? 'primary.main' : 'divider',
        bgcolor: isChosen ? 'tint.main' : 'background.paper',
        color: isChosen ? 'tint.contrastText' : 'text.primary',
        cursor: 'pointer',
        '&:has(:focus-visible)': { outline: '3px solid var(--mui-palette-focusRing)', outlineOffset: 3 },
      }}
    >
      <Box
        component="input"
        type="radio"
        name={name}
        checked={isChosen}
        aria-label={videos[permission]}
        aria-describedby={hintId}
        onChange={onChoose}
        sx={{ width: 26, height: 26, m: 0, flex: 'none', accentColor: 'var(--mui-palette-primary-main)', outline: 0 }}
      />
      <Icon aria-hidden sx={{ display: { xs: 'none', sm: 'block' } }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box aria-hidden sx={{ fontWeight: 600, fontSize: '1.125rem', lineHeight: 1.3 }}>
          {videos[permission]}
        </Box>
        <Box id={hintId} sx={{ fontSize: '1rem', lineHeight: 1.35, color: isChosen ? 'inherit' : 'text.secondary' }}>
          {hints[permission]}
        </Box>
      </Box>
      <Faces people={people ?? []} />
    </Box>
  );
}

/** The first avatars, overlapping. */
function Faces({ people }: { people: readonly ConnectedPerson[] }) {
  if (people.length === 0) return null;
  const isMore = people.length > MOST_FACES;
  const shown = people.slice(0, isMore ? MOST_FACES - 1 : MOST_FACES);
  const ring = { borderRadius: '50%', boxShadow: '0 0 0 3px var(--mui-palette-background-paper)', ml: -1.5 };
  return (
    <Box aria-hidden sx={{ display: 'flex', flex: 'none', ml: 1.5 }}>
      {shown.map((person) => (
        <Box key={person.id} sx={ring}>
          <PersonAvatar name={person.name} src={person.photo} size={36} />
        </Box>
      ))}
      {isMore && (
        <Box
          sx={{
            ...ring,
            display: 'grid',
            placeItems: 'center',
            width: 36,
            height: 36,
            bgcolor: 'tint.main',
            color: 'tint.contrastText',
            fontSize: '1rem',
            fontWeight: 600,
          }}
        >
          +{formatNumber(people.length - shown.length)}
        </Box>
      )}
    </Box>
  );
}

/** The owner's connections as toggle buttons, and a button to invite a new person. */
function PeopleToAdd({ value, people, onChange, onInvite }: Omit<ChooseAudienceProps, 'whenAlone'>) {
  const titleId = useId();
  const [isAll, setAll] = useState(false);
  const shown = isAll ? people : people?.slice(0, MOST_PEOPLE);
  function toggle(id: string) {
    const chosen = value.people.includes(id) ? value.people.filter((one) => one !== id) : [...value.people, id];
    onChange({ ...value, people: chosen });
  }
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ mt: 6 }}>
      <Typography id={titleId} component="h2" sx={{ fontWeight: 600 }}>
        {text.choosePeople}
      </Typography>
      <Typography sx={{ color: 'text.secondary', fontSize: '1rem' }}>{text.choosePeopleHint}</Typography>
      <Box
        component="ul"
        aria-labelledby={titleId}
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(5rem, 1fr))',
          gap: 1.5,
          m: 0,
          mt: 3,
          p: 0,
          listStyle: 'none',
        }}
      >
        {shown?.map((person) => (
          <li key={person.id}>
            <PersonButton
              person={person}
              isChosen={value.people.includes(person.id)}
              onToggle={() => toggle(person.id)}
            />
          </li>
        ))}
        {!people && (
          <Box component="li" role="status" aria-label={text.peopleLoading}>
            <Skeleton variant="circular" width={64} height={64} sx={{ mx: 'auto' }} />
          </Box>
        )}
        <li>
          <ButtonBase onClick={onInvite} aria-label={text.invitePeople} sx={personStyles}>
            <Box sx={{ ...circle, bgcolor: 'tint.main', color: 'tint.contrastText' }}>
              <AddRounded />
            </Box>
            <span>{text.invite}</span>
          </ButtonBase>
        </li>
      </Box>
      {people && !isAll && people.length > MOST_PEOPLE && (
        <Button onClick={() => setAll(true)}>{text.showAll({ count: people.length })}</Button>
      )}
    </Box>
  );
}

const personStyles = {
  display: 'grid',
  justifyItems: 'center',
  gap: 1.5,
  width: '100%',
  minHeight: 104,
  py: 1.5,
  borderRadius: '12px',
  fontSize: '1.0625rem',
  lineHeight: 1.2,
} as const;

const circle = { display: 'grid', placeItems: 'center', width: 64, height: 64, borderRadius: '50%' } as const;

function PersonButton(props: { person: ConnectedPerson; isChosen: boolean; onToggle: () => void }) {
  const { person, isChosen, onToggle } = props;
  return (
    <ButtonBase aria-pressed={isChosen} onClick={onToggle} sx={{ ...personStyles, fontWeight: isChosen ? 600 : 400 }}>
      <Box
        sx={{
          ...circle,
          position: 'relative',
          boxShadow: isChosen
            ? '0 0 0 4px var(--mui-palette-background-default), 0 0 0 7px var(--mui-palette-primary-main)'
            : 'none',
        }}
      >
        <PersonAvatar name={person.name} src={person.photo} size={64} />
        {isChosen && (
          <Box
            aria-hidden
            sx={{
              ...circle,
              position: 'absolute',
              insetInlineEnd: -8,
              bottom: -6,
              width: 28,
              height: 28,
              bgcolor: 'primary.main',
              color: 'primary.contrastText',
              boxShadow: '0 0 0 3px var(--mui-palette-background-default)',
            }}
          >
            <CheckRounded sx={{ fontSize: 18 }} />
          </Box>
        )}
      </Box>
      <Box component="span" aria-hidden sx={{ maxWidth: '100%', overflowWrap: 'anywhere' }}>
        {person.firstName}
      </Box>
      <Box component="span" sx={visuallyHidden}>
        {person.name}
      </Box>
    </ButtonBase>
  );
}
