import type { Connection, ConnectionList } from '@kinreel/contracts/connections';
import { connections as text } from '@kinreel/messages/en/connections';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { adjacentId } from '../../../shared/adjacent-id.ts';
import together from '../../../shared/art/together.svg';
import { fullName } from '../../../shared/format/person.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { ShowMore } from '../../../shared/ui/show-more.tsx';
import { EmptyState, FailedState } from '../../../shared/ui/states.tsx';
import { useReducedMotion } from '../../../shared/ui/use-reduced-motion.ts';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { isIncoming, removalText } from '../connection-status.ts';
import {
  useAcceptConnectionMutation,
  useDeleteConnectionMutation,
  useGetConnectionsInfiniteQuery,
} from '../connections.api.ts';
import { ConnectionRow } from './connection-row.tsx';

/** Texts of an empty list. */
function emptyTexts(list: ConnectionList): { title: string; text: string } {
  switch (list) {
    case 'all':
      return { title: text.noneTitle, text: text.noneText };
    case 'friends':
      return { title: text.noFriendsTitle, text: text.noFriendsText };
    case 'family':
      return { title: text.noFamilyTitle, text: text.noFamilyText };
    case 'requests':
      return { title: text.noRequestsTitle, text: text.noRequestsText };
  }
}

const NO_ROWS: Connection[] = [];
const idOf = (connection: Connection) => connection.connection_id;

interface ConnectionsListProps {
  userId: string;
  list: ConnectionList;
  label: string;
  /** People search for the empty state. */
  search?: ReactNode;
  /** Shown above the people. */
  invite?: ReactNode;
  /** Shown below the name of a person who is connected. */
  renderAction?: (connection: Connection) => ReactNode;
  /** More actions for a request. They call `onRemoved` if they remove it. */
  renderMore?: (request: Connection, onRemoved: () => void) => ReactNode;
}

/** One list of the user's connections with loading, empty and error states (PROF-02, CONN-02 to CONN-04). */
export function ConnectionsList({
  userId,
  list,
  label,
  search,
  invite,
  renderAction,
  renderMore,
}: ConnectionsListProps) {
  const notices = useNotices();
  const container = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [accept] = useAcceptConnectionMutation();
  const [remove] = useDeleteConnectionMutation();
  const query = useGetConnectionsInfiniteQuery({ userId, list }, { refetchOnMountOrArgChange: true });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows), [query.data]);

  const removal = useRemoval<Connection>({
    rows: rows ?? NO_ROWS,
    idOf,
    title: text.removeTitle,
    text: removalText,
    action: (connection) => text.removeName({ name: fullName(connection) }),
    remove: (connection) => remove({ connectionId: connection.connection_id, userId }).unwrap(),
    done: list === 'requests' ? text.requestRemoved : text.connectionRemoved,
    container,
  });

  async function confirm(connection: Connection) {
    // The pressed button is removed, so the next request gets the focus.
    const pendingIds = (rows ?? NO_ROWS).filter((row) => isIncoming(row, userId)).map(idOf);
    const next = adjacentId(pendingIds, connection.connection_id);
    const result = await accept({ connectionId: connection.connection_id, userId });
    if (result.error) {
      notices.failed(text.confirmName({ name: fullName(connection) }), result.error, () => void confirm(connection));
      return;
    }
    setAnnouncement(text.connectedWith({ relationship: connection.relationship, name: fullName(connection) }));
    const control = next && container.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next)}"] button`);
    (control || container.current)?.focus();
  }

  return (
    <Box
      ref={container}
      tabIndex={-1}
      role="region"
      aria-label={label}
      sx={{ pt: { xs: 4, sm: 7 }, '&:focus': { outline: 'none' } }}
    >
      <span role="status" style={visuallyHidden}>
        {announcement}
      </span>
      {rows === undefined ? (
        query.isError ? (
          <FailedState title={text.loadFailed} error={query.error} headingLevel="h3" onRetry={query.refetch} />
        ) : (
          <Skeletons />
        )
      ) : rows.length === 0 && !query.hasNextPage ? (
        <EmptyState
          {...emptyTexts(list)}
          illustration={together}
          headingLevel="h3"
          action={list === 'requests' ? undefined : search}
        />
      ) : (
        <>
          {invite && <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 5 }}>{invite}</Box>}
          <Box component="ul" sx={GRID}>
            {rows.map((connection) => (
              <ConnectionRow
                key={connection.connection_id}
                connection={connection}
                userId={userId}
                inRequests={list === 'requests'}
                onConfirm={confirm}
                onRemove={removal.ask}
                action={connection.pending ? null : renderAction?.(connection)}
                more={renderMore?.(connection, () => container.current?.focus())}
              />
            ))}
          </Box>
        </>
      )}
      {rows !== undefined && <ShowMore query={query} failed={text.moreFailed} pt={7} />}
      {removal.dialog}
    </Box>
  );
}

/** Two columns if two names with their buttons fit next to each other. */
const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 7,
  rowGap: { xs: 3.5, sm: 5 },
  listStyle: 'none',
  m: 0,
  p: 0,
};

/** Placeholders while loading. */
function Skeletons() {
  const animation = useReducedMotion() ? false : 'pulse';
  return (
    <Box role="status" sx={GRID}>
      <span style={visuallyHidden}>{text.loading}</span>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Card key={key} aria-hidden sx={{ display: 'flex', gap: { xs: 3.5, sm: 5 }, p: { xs: 3.5, sm: 5 } }}>
          <Skeleton
            variant="circular"
            animation={animation}
            sx={{ width: { xs: 64, sm: 84 }, height: { xs: 64, sm: 84 }, flex: 'none' }}
          />
          <Box sx={{ flex: 1, alignSelf: 'center' }}>
            <Skeleton variant="rounded" animation={animation} height={24} width="60%" />
            <Skeleton variant="rounded" animation={animation} height={20} width="40%" sx={{ mt: 2 }} />
          </Box>
        </Card>
      ))}
    </Box>
  );
}
