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
import { RELATIONSHIP_LOOKS } from './relationship-looks.ts';

interface IncomingRequestProps {
  userId: string;
  personId: string;
}

/** On the profile of one who waits for an answer: the request, with Confirm and Remove (CONN-02, CONN-03). */
export function IncomingRequest({ userId, personId }: IncomingRequestProps) {
  const notices = useNotices();
  const place = useRef<HTMLDivElement>(null);
  const { data: connection } = useGetConnectionWithQuery(personId);
  const [accept, { isLoading: isAccepting }] = useAcceptConnectionMutation();
  const [remove, { isLoading: isRemoving }] = useDeleteConnectionMutation();
  const [isAsked, setAsked] = useState(false);
  /** The request that was confirmed here; its answer stays in place. */
  const [confirmed, setConfirmed] = useState<Connection | null>(null);
  const waiting = connection && isIncoming(connection, userId) ? connection : null;
  const shown = waiting ?? (connection && confirmed);
  if (!shown) return null;
  const { plural, Icon } = RELATIONSHIP_LOOKS[shown.relationship];

  const failed = (error: unknown) => notices.error({ title: messages.generic.title, text: errorMessage(error) });

  async function confirm(request: Connection) {
    const answer = await accept({ connectionId: request.connection_id, userId });
    if (answer.error) return failed(answer.error);
    setConfirmed(answer.data);
    place.current?.focus();
  }

  async function end(request: Connection) {
    const answer = await remove({ connectionId: request.connection_id, userId });
    setAsked(false);
    if (answer.error) failed(answer.error);
    else notices.success({ title: 'The request is removed' });
  }

  return (
    <Card
      ref={place}
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
        <span>{waiting ? `${shown.first_name} wants to be ${plural}` : `Now ${plural}`}</span>
      </Box>
      {waiting && (
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
            onClick={() => confirm(waiting)}
          >
            Confirm
          </Button>
          <Button
            variant="outlined"
            disabled={isAccepting}
            aria-label={`Remove ${fullName(shown)}`}
            onClick={() => setAsked(true)}
          >
            Remove
          </Button>
        </Box>
      )}
      <ConfirmDialog
        open={isAsked}
        title={messages.connection.removeTitle}
        text={removalText(shown)}
        busy={isRemoving}
        onConfirm={() => end(shown)}
        onClose={() => setAsked(false)}
      />
    </Card>
  );
}
