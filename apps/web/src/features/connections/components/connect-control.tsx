import type { Person } from '@kinreel/contracts/profile';
import { common } from '@kinreel/messages/en/common';
import { connections as text } from '@kinreel/messages/en/connections';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useRef } from 'react';
import { connectState, isIncoming } from '../connection-status.ts';
import { useGetConnectionWithQuery } from '../connections.api.ts';
import { ConnectButton } from './connect-button.tsx';
import { ConnectionButton } from './connection-button.tsx';
import { CONTROL_WIDTH } from './control-menu.tsx';

interface ConnectControlProps {
  userId: string;
  person: Pick<Person, 'id' | 'first_name' | 'last_name'>;
}

/**
 * Connect, Pending or Following (CONN-01), each with a menu. Renders nothing for a request from the other person, which
 * IncomingRequest shows.
 */
export function ConnectControl({ userId, person }: ConnectControlProps) {
  const container = useRef<HTMLDivElement>(null);
  const { data, isError, isFetching, refetch } = useGetConnectionWithQuery(person.id, {
    refetchOnMountOrArgChange: true,
  });
  const state = connectState(data);
  const incoming = isIncoming(data, userId);
  const lastState = useRef(state);
  const hasActed = useRef(false);

  // Another button replaces the pressed one and takes the focus, so that screen readers announce it.
  useEffect(() => {
    if (lastState.current === state) return;
    lastState.current = state;
    if (!hasActed.current) return;
    hasActed.current = false;
    // Wait until the dialog has tried to return the focus to the removed button.
    requestAnimationFrame(() => container.current?.querySelector('button')?.focus());
  }, [state]);
  const onDone = () => {
    hasActed.current = true;
  };

  if (data === undefined) {
    return isError ? (
      <Button
        variant="outlined"
        loading={isFetching}
        loadingPosition="start"
        aria-label={text.retryStatus}
        onClick={refetch}
        sx={{ minWidth: CONTROL_WIDTH }}
      >
        {common.retry}
      </Button>
    ) : (
      <Skeleton variant="rounded" width={CONTROL_WIDTH} height={48} animation={false} sx={{ borderRadius: '12px' }} />
    );
  }
  if (incoming) return null;
  return (
    <Box ref={container}>
      {data === null ? (
        <ConnectButton person={person} onDone={onDone} />
      ) : (
        <ConnectionButton userId={userId} connection={data} onDone={onDone} />
      )}
    </Box>
  );
}
