import type { Steward } from '@kinreel/contracts/stewards';
import { stewards as text } from '@kinreel/messages/en/stewards';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { fullName } from '../../../shared/format/person.ts';
import { SettingsList, SettingsRow } from '../../../shared/ui/settings-list.tsx';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import type { ConnectedPerson } from '../connected-person.ts';
import { useRemoveStewardMutation } from '../stewards.api.ts';
import { StewardForm } from './steward-form.tsx';

interface MyStewardsProps {
  stewards: readonly Steward[];
  people: readonly ConnectedPerson[] | undefined;
}

/** The user's stewards, with a form to add one. */
export function MyStewards({ stewards, people }: MyStewardsProps) {
  /** Id of the steward whose waiting time is being edited; 'new' for the form of a new one. */
  const [edited, setEdited] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const [remove] = useRemoveStewardMutation();
  const removal = useRemoval({
    rows: stewards,
    idOf: ({ person }) => person.id,
    title: ({ person }) => text.removeTitle({ name: fullName(person) }),
    text: ({ person }) => text.removeText({ name: fullName(person) }),
    confirmLabel: text.remove,
    action: ({ person }) => text.removeOf({ name: fullName(person) }),
    remove: ({ person }) => remove(person.id).unwrap(),
    done: text.removed,
    container: list,
  });
  const others = people?.filter(({ id }) => stewards.every(({ person }) => person.id !== id));
  const close = () => setEdited(null);
  const editing = stewards.find(({ person }) => person.id === edited);
  return (
    <Card component="section" aria-label={text.title} sx={{ px: { xs: 4, sm: 6 }, py: 5 }}>
      <Typography component="h3" variant="h4" sx={{ mb: 1 }}>
        {text.title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>{text.intro}</Typography>
      {stewards.length === 0 ? (
        <Typography>{text.none}</Typography>
      ) : (
        <SettingsList listRef={list} label={text.list}>
          {stewards.map((steward) => (
            <StewardRow
              key={steward.person.id}
              steward={steward}
              onChange={() => setEdited(steward.person.id)}
              onRemove={() => removal.ask(steward)}
            />
          ))}
        </SettingsList>
      )}
      {removal.dialog}
      {editing ? (
        <StewardForm key={editing.person.id} steward={editing} onDone={close} />
      ) : edited === 'new' && others ? (
        <StewardForm people={others} onDone={close} />
      ) : others?.length === 0 ? (
        stewards.length === 0 && <Typography sx={{ color: 'text.secondary', mt: 2 }}>{text.nobodyLeft}</Typography>
      ) : (
        <Box sx={{ mt: 4 }}>
          <Button variant="outlined" disabled={!others} onClick={() => setEdited('new')}>
            {text.add}
          </Button>
        </Box>
      )}
    </Card>
  );
}

interface StewardRowProps {
  steward: Steward;
  onChange: () => void;
  onRemove: () => void;
}

function StewardRow({ steward: { person, waiting_days: days, declined }, onChange, onRemove }: StewardRowProps) {
  const name = fullName(person);
  return (
    <SettingsRow row={person.id} title={name} hint={declined ? text.declined({ name }) : text.waits({ days })}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {!declined && (
          <Button variant="text" aria-label={text.changeOf({ name })} onClick={onChange}>
            {text.change}
          </Button>
        )}
        <Button variant="outlined" aria-label={text.removeOf({ name })} onClick={onRemove}>
          {text.remove}
        </Button>
      </Box>
    </SettingsRow>
  );
}
