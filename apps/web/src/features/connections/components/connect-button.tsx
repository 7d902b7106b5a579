import { RELATIONSHIPS, type Relationship } from '@kinreel/contracts/connections';
import type { Person } from '@kinreel/contracts/profile';
import { connections as text } from '@kinreel/messages/en/connections';
import AddRounded from '@mui/icons-material/AddRounded';
import MenuItem from '@mui/material/MenuItem';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { usePostRequestMutation } from '../connections.api.ts';
import { ControlMenu } from './control-menu.tsx';
import { RELATIONSHIP_ICON } from './relationship-icon.ts';

interface ConnectButtonProps {
  person: Pick<Person, 'id'>;
  /** Called after the request was sent. */
  onDone: () => void;
}

const labelOf = (relationship: Relationship) =>
  relationship === 'family' ? text.connectAsFamily : text.connectAsFriends;

/** The Connect button with its menu (CONN-01). */
export function ConnectButton({ person, onDone }: ConnectButtonProps) {
  const notices = useNotices();
  const [postRequest, { isLoading }] = usePostRequestMutation();

  async function connect(relationship: Relationship) {
    const result = await postRequest({ relationship, userB: person.id });
    if (result.error) notices.failed(labelOf(relationship), result.error, () => void connect(relationship));
    else onDone();
  }

  return (
    <ControlMenu label={text.connect} variant="contained" loading={isLoading} startIcon={<AddRounded />}>
      {(close) =>
        RELATIONSHIPS.map((relationship) => {
          const Icon = RELATIONSHIP_ICON[relationship];
          return (
            <MenuItem
              key={relationship}
              onClick={() => {
                close();
                void connect(relationship);
              }}
            >
              <Icon aria-hidden />
              {labelOf(relationship)}
            </MenuItem>
          );
        })
      }
    </ControlMenu>
  );
}
