import { sharing as text } from '@kinreel/messages/en/sharing';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type ReactNode, type RefObject, useRef } from 'react';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import type { PickablePerson } from '../pickable-person.ts';

interface ChosenPeopleProps {
  people: readonly PickablePerson[];
  onRemove: (id: string) => void;
  /** Gets the focus after the last person was removed. */
  whenEmpty: RefObject<HTMLElement | null>;
  /** Shown while no person is chosen. */
  error?: ReactNode;
}

/** The chosen people as chips. Reserves two rows or the error, so that nothing below moves. */
export function ChosenPeople({ people, onRemove, whenEmpty, error }: ChosenPeopleProps) {
  const chips = useRef<HTMLUListElement>(null);

  function remove(person: PickablePerson) {
    const index = people.indexOf(person);
    const next = people[index + 1] ?? people[index - 1];
    const button = next && chips.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.id)}"] button`);
    (button ?? whenEmpty.current)?.focus();
    onRemove(person.id);
  }

  return (
    <Box sx={{ minHeight: '6rem', mt: 2.5 }}>
      {people.length === 0 ? (
        (error ?? <Box sx={{ color: 'text.secondary', fontSize: '1rem', py: 1 }}>{text.noneChosen}</Box>)
      ) : (
        <Box
          component="ul"
          ref={chips}
          aria-label={text.chosen}
          sx={{ listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 2, p: 0, m: 0 }}
        >
          {people.map((person) => (
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
                onClick={() => remove(person)}
                sx={{ width: 44, height: 44, borderRadius: '22px' }}
              >
                <CloseRounded sx={{ fontSize: 20 }} />
              </ButtonBase>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}
