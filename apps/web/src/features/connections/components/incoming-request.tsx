import type { Connection } from '@kinreel/contracts/connections';
import { common } from '@kinreel/messages/en/common';
import { connections as text } from '@kinreel/messages/en/connections';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { fullName } from '../../../shared/format/person.ts';
import { lazyComponent } from '../../../shared/lazy-component.ts';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { isIncoming, removalText } from '../connection-status.ts';
import {
  useAcceptConnectionMutation,
  useDeleteConnectionMutation,
  useGetConnectionWithQuery,
} from '../connections.api.ts';
import { RELATIONSHIP_ICON } from './relationship-icon.ts';

// Loaded on first use.
const ConfirmDialog = lazyComponent(() => import('../../../shared/ui/confirm-dialog.tsx'), 'ConfirmDialog');

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
  const { relationship } = shown;
  const name = fullName(shown);
  const Icon = RELATIONSHIP_ICON[relationship];

  const showError = (error: unknown) => notices.error({ title: common.errorTitle, text: errorMessage(error) });

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
    else notices.success({ title: text.requestRemoved });
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
        <span>
          {pending ? text.incomingFrom({ relationship, name: shown.first_name }) : text.connected({ relationship })}
        </span>
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
            aria-label={text.confirmName({ name })}
            onClick={() => confirm(pending)}
          >
            {text.confirm}
          </Button>
          <Button
            variant="outlined"
            disabled={isAccepting}
            aria-label={text.removeName({ name })}
            onClick={() => setConfirmingRemoval(true)}
          >
            {text.remove}
          </Button>
        </Box>
      )}
      <LazyDialog open={confirmingRemoval} onClose={() => setConfirmingRemoval(false)}>
        <ConfirmDialog
          open={confirmingRemoval}
          title={text.removeTitle}
          text={removalText(shown)}
          busy={isRemoving}
          onConfirm={() => removeRequest(shown)}
          onClose={() => setConfirmingRemoval(false)}
        />
      </LazyDialog>
    </Card>
  );
}
