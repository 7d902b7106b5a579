import type { Connection } from '@kinreel/contracts/connections';
import { CONNECTION_MENU } from '@kinreel/contracts/constants';
import { sharing as text } from '@kinreel/messages/en/sharing';
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

/** A person in the picker. */
export interface PickablePerson {
  id: string;
  firstName: string;
  name: string;
  photo: string | null;
}

/** The other person of a connection. */
export function toPickablePerson(connection: Connection, ownId: string): PickablePerson {
  return {
    id: connection.user_id === ownId ? connection.user_B_id : connection.user_id,
    firstName: connection.first_name,
    name: fullName(connection),
    photo: connection.profile_image,
  };
}

interface PeoplePickerProps {
  people: readonly PickablePerson[];
  /** Ids of the selected people. */
  selected: readonly string[];
  /** Ids of the people the video is already shared with. */
  sharedWith: ReadonlySet<string>;
  /** Adds or removes the id. */
  onToggle: (id: string) => void;
  labelledBy: string;
  error: boolean;
}

/** Select connections from a menu of at most 224 by 250 pixels. Selected people appear below as chips (SHARE-02). */
export function PeoplePicker({ people, selected, sharedWith, onToggle, labelledBy, error }: PeoplePickerProps) {
  const id = useId();
  const field = useRef<HTMLButtonElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState(false);
  const selectedPeople = people.filter((person) => selected.includes(person.id));

  function removePerson(person: PickablePerson) {
    const index = selectedPeople.indexOf(person);
    const next = selectedPeople[index + 1] ?? selectedPeople[index - 1];
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
          textAlign: 'start',
          typography: 'body1',
          borderRadius: '12px',
          border: '2px solid',
          borderColor: error ? 'error.main' : 'edge',
        }}
      >
        <PeopleOutlineRounded aria-hidden />
        <Box component="span" id={`${id}-value`} sx={{ flex: 1 }}>
          {selected.length > 0 ? text.chosenCount({ count: selected.length }) : text.choosePeople}
        </Box>
        <KeyboardArrowDownRounded aria-hidden />
      </ButtonBase>
      <Menu
        id={`${id}-menu`}
        anchorEl={field.current}
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{
          // All visible content must be inside a landmark.
          root: { role: 'region', 'aria-label': text.people },
          list: { 'aria-labelledby': labelledBy },
          paper: { sx: { width: CONNECTION_MENU.width, maxHeight: CONNECTION_MENU.maxHeight, mt: 2 } },
        }}
      >
        {people.map((person) => {
          const picked = selected.includes(person.id);
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
                {sharedWith.has(person.id) && <Box sx={{ fontSize: '1rem', opacity: 0.9 }}>{text.hasVideo}</Box>}
              </Box>
              {picked && <CheckRounded sx={{ color: 'accent.main' }} aria-hidden />}
            </MenuItem>
          );
        })}
      </Menu>
      {selectedPeople.length > 0 && (
        <Box
          component="ul"
          ref={chips}
          aria-label={text.chosen}
          sx={{ listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 2, p: 0, m: 0, mt: 2.5 }}
        >
          {selectedPeople.map((person) => (
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
                paddingInlineStart: 1.5,
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
                aria-label={text.removePerson({ name: person.name })}
                onClick={() => removePerson(person)}
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
