import type { Connection } from '@kinreel/contracts/connections';
import { connections as text } from '@kinreel/messages/en/connections';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useRef, useState } from 'react';
import { fullName } from '../../../shared/format/person.ts';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { askedBy, isIncoming, removalText, sharedText } from '../connection-status.ts';
import {
  useAcceptConnectionMutation,
  useDeleteConnectionMutation,
  useGetConnectionWithQuery,
  useSetRelationshipMutation,
} from '../connections.api.ts';
import { RELATIONSHIP_ICON } from './relationship-icon.ts';

// Loaded on first use.
const loadConfirmDialog = () => import('../../../shared/ui/confirm-dialog.tsx');
const ConfirmDialog = lazyComponent(loadConfirmDialog, 'ConfirmDialog');

interface IncomingRequestProps {
  userId: string;
  personId: string;
}

/** The other person's request: to connect, or to change the connection. */
interface Question {
  connection: Connection;
  relationship: Connection['relationship'];
  isChange: boolean;
}

function questionIn(connection: Connection | null | undefined, userId: string): Question | null {
  if (!connection) return null;
  if (isIncoming(connection, userId)) {
    return { connection, relationship: connection.relationship, isChange: false };
  }
  if (connection.change && askedBy(connection, userId) === 'other') {
    return { connection, relationship: connection.change.relationship, isChange: true };
  }
  return null;
}

/**
 * The profile owner's request to the user: to connect, or to change the connection. With Confirm and Remove (CONN-02,
 * CONN-03). Declining a change to family keeps the connection.
 */
export function IncomingRequest({ userId, personId }: IncomingRequestProps) {
  const notices = useNotices();
  const card = useRef<HTMLDivElement>(null);
  const { data: connection } = useGetConnectionWithQuery(personId);
  const [accept, { isLoading: isAccepting }] = useAcceptConnectionMutation();
  const [setRelationship, { isLoading: isChanging }] = useSetRelationshipMutation();
  const [remove, { isLoading: isRemoving }] = useDeleteConnectionMutation();
  const [confirmingRemoval, setConfirmingRemoval] = useState(false);
  /** The request that was confirmed here, which stays visible. */
  const [confirmed, setConfirmed] = useState<Connection | null>(null);
  const question = questionIn(connection, userId);
  const shown = question?.connection ?? (connection && confirmed);
  if (!shown) return null;
  const relationship = question?.relationship ?? shown.relationship;
  const name = fullName(shown);
  const Icon = RELATIONSHIP_ICON[relationship];
  const canDecline = question?.isChange && relationship === 'family';
  const details = question?.isChange
    ? text.changeHint({ relationship })
    : question
      ? sharedText(shown.shared_connections)
      : '';
  const busy = isAccepting || isChanging;

  async function confirm(asked: Question) {
    const { connection: request, isChange, relationship } = asked;
    const { connection_id: connectionId } = request;
    const result = isChange
      ? await setRelationship({ connectionId, relationship })
      : await accept({ connectionId, userId });
    if (result.error) return notices.failed(text.confirmName({ name }), result.error, () => void confirm(asked));
    setConfirmed(result.data);
    card.current?.focus();
  }

  async function decline(request: Connection) {
    const { connection_id: connectionId } = request;
    const result = await setRelationship({ connectionId, relationship: request.relationship });
    if (result.error) notices.failed(text.declineChange, result.error, () => void decline(request));
    else notices.success({ title: text.changeWithdrawn({ relationship }) });
  }

  async function removeRequest(request: Connection) {
    const result = await remove({ connectionId: request.connection_id, userId });
    setConfirmingRemoval(false);
    if (result.error) notices.failed(text.removeName({ name }), result.error, () => void removeRequest(request));
    else notices.success({ title: request.pending ? text.requestRemoved : text.connectionRemoved });
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
        <Box sx={{ '& > span': { display: 'block' } }}>
          <span>
            {question ? text.incomingFrom({ relationship, name: shown.first_name }) : text.connected({ relationship })}
          </span>
          {details && (
            <Box component="span" sx={{ color: 'text.secondary', fontSize: '1rem' }}>
              {details}
            </Box>
          )}
        </Box>
      </Box>
      {question && (
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
            loading={busy}
            loadingPosition="start"
            aria-label={text.confirmName({ name })}
            onClick={() => confirm(question)}
          >
            {text.confirm}
          </Button>
          {canDecline ? (
            <Button variant="outlined" disabled={busy} onClick={() => decline(shown)}>
              {text.declineChange}
            </Button>
          ) : (
            <Button
              variant="outlined"
              disabled={busy}
              aria-label={text.removeName({ name })}
              onClick={() => setConfirmingRemoval(true)}
              {...fetchOnIntent(loadConfirmDialog)}
            >
              {text.remove}
            </Button>
          )}
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
