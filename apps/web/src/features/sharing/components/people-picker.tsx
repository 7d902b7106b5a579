import type { Connection } from '@kinreel/contracts/connections';
import { CONNECTION_MENU } from '@kinreel/contracts/constants';
import CheckRounded from '@mui/icons-material/CheckRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import PeopleOutlineRounded from '@mui/icons-material/PeopleOutlineRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useRef, useState } from 'react';
import { fullName } from '../../../shared/format/person.ts';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';

/** A connection as the picker shows it. */
export interface PickablePerson {
  id: string;
  firstName: string;
  name: string;
  photo: string | null;
}

/** The other party of a connection. */
export function otherParty(connection: Connection, ownId: string): PickablePerson {
  return {
    id: connection.user_id === ownId ? connection.user_B_id : connection.user_id,
    firstName: connection.first_name,
    name: fullName(connection),
    photo: connection.profile_image,
  };
}

interface PeoplePickerProps {
  people: readonly PickablePerson[];
  /** Ids of the chosen. */
  chosen: readonly string[];
  /** Ids of those who have the video already. */
  already: ReadonlySet<string>;
  /** Adds the id, or takes it away. */
  onToggle: (id: string) => void;
  labelledBy: string;
  error: boolean;
}

/** Pick connections from a menu of 224 by 250 pixels; the chosen stand below as chips (SHARE-02). */
export function PeoplePicker({ people, chosen, already, onToggle, labelledBy, error }: PeoplePickerProps) {
  const id = useId();
  const field = useRef<HTMLButtonElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState(false);
  const chosenPeople = people.filter((person) => chosen.includes(person.id));

  function leaveOut(person: PickablePerson) {
    const place = chosenPeople.indexOf(person);
    const next = chosenPeople[place + 1] ?? chosenPeople[place - 1];
    const button = next && chips.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.id)}"] button`);
    (button ?? field.current)?.focus();
    onToggle(person.id);
  }

  return (
    <>
      <ButtonBase
        ref={field}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? `${id}-menu` : undefined}
        aria-labelledby={`${labelledBy} ${id}-value`}
        onClick={() => setOpen(true)}
        sx={{
          width: '100%',
          minHeight: 56,
          px: 4,
          gap: 3,
          justifyContent: 'flex-start',
          textAlign: 'left',
          typography: 'body1',
          borderRadius: '12px',
          border: '2px solid',
          borderColor: error ? 'error.main' : 'edge',
        }}
      >
        <PeopleOutlineRounded aria-hidden />
        <Box component="span" id={`${id}-value`} sx={{ flex: 1 }}>
          {chosen.length > 0 ? `${chosen.length} chosen` : 'Choose who sees it'}
        </Box>
        <KeyboardArrowDownRounded aria-hidden />
      </ButtonBase>
      <Menu
        id={`${id}-menu`}
        anchorEl={field.current}
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{
          // A landmark: all that is shown stands in one.
          root: { role: 'region', 'aria-label': 'Your people' },
          list: { 'aria-labelledby': labelledBy },
          paper: { sx: { width: CONNECTION_MENU.width, maxHeight: CONNECTION_MENU.maxHeight, mt: 2 } },
        }}
      >
        {people.map((person) => {
          const picked = chosen.includes(person.id);
          return (
            <MenuItem
              key={person.id}
              role="menuitemcheckbox"
              aria-checked={picked}
              selected={picked}
              onClick={() => onToggle(person.id)}
              sx={{ minHeight: 52, px: 2, gap: 2.5, fontWeight: picked ? 600 : 400 }}
            >
              <PersonAvatar name={person.name} src={person.photo} size={36} />
              <Box sx={{ flex: 1, minWidth: 0 }}>
                {person.name}
                {already.has(person.id) && <Box sx={{ fontSize: '1rem', opacity: 0.9 }}>Has it already</Box>}
              </Box>
              {picked && <CheckRounded sx={{ color: 'accent.main' }} aria-hidden />}
            </MenuItem>
          );
        })}
      </Menu>
      {chosenPeople.length > 0 && (
        <Box
          component="ul"
          ref={chips}
          aria-label="Chosen"
          sx={{ listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 2, p: 0, m: 0, mt: 2.5 }}
        >
          {chosenPeople.map((person) => (
            <Box
              component="li"
              key={person.id}
              data-row={person.id}
              sx={{
                display: 'inline-flex',
                alignItems: 'center',
                gap: 2,
                minHeight: 44,
                maxWidth: '100%',
                pl: 1.5,
                borderRadius: '22px',
                bgcolor: 'tint.main',
                color: 'tint.contrastText',
                fontWeight: 600,
                fontSize: '1.0625rem',
              }}
            >
              <PersonAvatar name={person.name} src={person.photo} size={32} />
              {person.firstName}
              <ButtonBase
                aria-label={`Leave out ${person.name}`}
                onClick={() => leaveOut(person)}
                sx={{ width: 44, height: 44, borderRadius: '22px' }}
              >
                <CloseRounded sx={{ fontSize: 20 }} />
              </ButtonBase>
            </Box>
          ))}
        </Box>
      )}
    </>
  );
}
