import { EMAIL_PATTERN } from '@kinreel/contracts/email';
import { sharing as text } from '@kinreel/messages/en/sharing';
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded';
import PeopleOutlineRounded from '@mui/icons-material/PeopleOutlineRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Access, PickablePerson } from '../pickable-person.ts';
import { ChosenPeople } from './chosen-people.tsx';
import { PeopleMenu } from './people-menu.tsx';

/** Number of people from which there is a search box. */
const FIND_FROM = 8;

interface PeoplePickerProps {
  people: readonly PickablePerson[];
  /** Ids of the selected people. */
  selected: readonly string[];
  access: Access;
  onChange: (selected: string[]) => void;
  /** Invites a person without an account. Without it there are no invitations. */
  onInvite?: ((email: string) => void) | undefined;
  labelledBy: string;
  /** Opens the menu. */
  field: RefObject<HTMLButtonElement | null>;
  /** The field's error message, which contains an element with this id. */
  error?: ReactNode;
  errorId: string;
}

/**
 * Selects connections from a menu (SHARE-02). It covers the chosen people and the message until the field is pressed
 * again, and is not modal: the first press on Share acts, wherever the focus is.
 */
export function PeoplePicker(props: PeoplePickerProps) {
  const { people, selected, access, onChange, onInvite, labelledBy, field, error, errorId } = props;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState('');
  const hasFind = people.length >= FIND_FROM || onInvite !== undefined;
  const words = wanted.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const shown = people.filter((person) => words.every((word) => person.name.toLowerCase().includes(word)));
  const email = onInvite && EMAIL_PATTERN.test(wanted.trim()) ? wanted.trim() : null;

  useEffect(() => {
    if (!open) return;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!root.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown, { capture: true });
    return () => document.removeEventListener('pointerdown', onPointerDown, { capture: true });
  }, [open]);

  function close() {
    setOpen(false);
    setWanted('');
    field.current?.focus();
  }

  return (
    <>
      <Box
        ref={root}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return;
          // Keeps the dialog open.
          event.stopPropagation();
          close();
        }}
        sx={{ position: 'relative' }}
      >
        <ButtonBase
          ref={field}
          aria-haspopup="menu"
          aria-expanded={open}
          aria-controls={open ? `${id}-menu` : undefined}
          aria-labelledby={`${labelledBy} ${id}-value ${id}-done`}
          aria-describedby={error ? errorId : undefined}
          onClick={() => (open ? close() : setOpen(true))}
          sx={{
            width: '100%',
            minHeight: 56,
            px: 4,
            py: 2,
            gap: 3,
            lineHeight: 1.3,
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
          {open && selected.length > 0 ? (
            <Box component="span" id={`${id}-done`} sx={{ fontWeight: 600, color: 'accent.main' }}>
              {text.choosingDone}
            </Box>
          ) : (
            <KeyboardArrowDownRounded aria-hidden />
          )}
        </ButtonBase>
        {open && (
          <PeopleMenu
            id={`${id}-menu`}
            labelledBy={labelledBy}
            people={shown}
            selected={selected}
            access={access}
            onChange={onChange}
            find={
              hasFind
                ? { label: onInvite ? text.findOrInvite : text.find, value: wanted, onChange: setWanted }
                : undefined
            }
            invite={
              email && onInvite
                ? {
                    email,
                    start: () => {
                      close();
                      onInvite(email);
                    },
                  }
                : undefined
            }
          />
        )}
      </Box>
      <ChosenPeople
        people={people.filter((person) => selected.includes(person.id))}
        onRemove={(removed) => onChange(selected.filter((one) => one !== removed))}
        whenEmpty={field}
        error={error}
      />
    </>
  );
}
