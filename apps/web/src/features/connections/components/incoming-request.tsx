import type { Connection } from '@kinreel/contracts/connections';
import { messages } from '@kinreel/contracts/messages';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { fullName } from '../../../shared/format/person.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { isIncoming, removalText } from '../connection-status.ts';
import {
  useAcceptConnectionMutation,
  useDeleteConnectionMutation,
  useGetConnectionWithQuery,
} from '../connections.api.ts';
import { RELATIONSHIP_DISPLAY } from './relationship-display.ts';

interface IncomingRequestProps {
  userId: string;
  personId: string;
}

/** A connection request on the sender's profile, with Confirm and Remove (CONN-02, CONN-03). */
export function IncomingRequest({ userId, personId }: IncomingRequestProps) {
  const notices = useNotices();
  const card = useRef<HTMLDivElement>(null);
  const { data: connection } = useGetConnectionWithQuery(personId);
  const [accept, { isLoading: isAccepting }] = useAcceptConnectionMutation();
  const [remove, { isLoading: isRemoving }] = useDeleteConnectionMutation();
  const [confirmingRemoval, setConfirmingRemoval] = useState(false);
  /** The request that was confirmed here; it stays visible. */
  const [confirmed, setConfirmed] = useState<Connection | null>(null);
  const pending = connection && isIncoming(connection, userId) ? connection : null;
  const shown = pending ?? (connection && confirmed);
  if (!shown) return null;
  const { plural, Icon } = RELATIONSHIP_DISPLAY[shown.relationship];

  const showError = (error: unknown) => notices.error({ title: messages.generic.title, text: errorMessage(error) });

  async function confirm(request: Connection) {
    const result = await accept({ connectionId: request.connection_id, userId });
    if (result.error) return showError(result.error);
    setConfirmed(result.data);
    card.current?.focus();
  }

  async function removeRequest(request: Connection) {
    const result = await remove({ connectionId: request.connection_id, userId });
    setConfirmingRemoval(false);
    if (result.error) showError(result.error);
    else notices.success({ title: 'The request is removed' });
  }

  return (
    <Card
      ref={card}
      tabIndex={-1}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 4,
        mt: 5,
        p: { xs: 4, sm: 5 },
        maxWidth: 720,
        '&:focus': { outline: 'none' },
      }}
    >
      <Box role="status" sx={{ display: 'flex', gap: 2.5, alignItems: 'center', flex: '1 1 240px' }}>
        <Icon aria-hidden sx={{ color: 'text.secondary' }} />
        <span>{pending ? `${shown.first_name} wants to be ${plural}` : `Now ${plural}`}</span>
      </Box>
      {pending && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            gap: 2,
            flex: { xs: '1 0 100%', sm: 'none' },
            '& > *': { flex: { xs: '1 0 auto', sm: 'none' } },
          }}
        >
          <Button
            variant="contained"
            loading={isAccepting}
            loadingPosition="start"
            aria-label={`Confirm ${fullName(shown)}`}
            onClick={() => confirm(pending)}
          >
            Confirm
          </Button>
          <Button
            variant="outlined"
            disabled={isAccepting}
            aria-label={`Remove ${fullName(shown)}`}
            onClick={() => setConfirmingRemoval(true)}
          >
            Remove
          </Button>
        </Box>
      )}
      <ConfirmDialog
        open={confirmingRemoval}
        title={messages.connection.removeTitle}
        text={removalText(shown)}
        busy={isRemoving}
        onConfirm={() => removeRequest(shown)}
        onClose={() => setConfirmingRemoval(false)}
      />
    </Card>
  );
}
