import type { Invitation } from '@kinreel/contracts/invitations';
import { invitations as text } from '@kinreel/messages/en/invitations';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { formatDate } from '../../../shared/format/date.ts';
import { RemovableRow } from '../../../shared/ui/removable-row.tsx';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import { useGetInvitationsQuery, useWithdrawInvitationMutation } from '../invitations.api.ts';

/**
 * The people invited to a video by mail, each with a button to withdraw the invitation. Renders nothing if there are
 * none.
 */
export function InvitationList({ videoId }: { videoId: string }) {
  const titleId = useId();
  const list = useRef<HTMLElement>(null);
  const { data: rows = [] } = useGetInvitationsQuery(videoId, { refetchOnMountOrArgChange: true });
  const [withdraw] = useWithdrawInvitationMutation();
  const removal = useRemoval<Invitation>({
    rows,
    idOf: (row) => row.id,
    title: text.withdrawTitle,
    text: ({ email }) => text.withdrawText({ email }),
    confirmLabel: text.withdraw,
    action: ({ email }) => text.withdrawFrom({ email }),
    remove: (row) => withdraw(row.id).unwrap(),
    done: text.withdrawn,
    container: list,
  });
  return (
    <Box
      component="section"
      ref={list}
      tabIndex={-1}
      aria-labelledby={rows.length > 0 ? titleId : undefined}
      sx={{ mt: rows.length > 0 ? 6 : 0, '&:focus': { outline: 'none' } }}
    >
      {rows.length > 0 && (
        <>
          <Typography id={titleId} variant="h4" component="h3" sx={{ mb: 2 }}>
            {text.list}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
            {rows.map((row) => (
              <RemovableRow
                key={row.id}
                id={row.id}
                title={row.email}
                details={
                  row.accepted_at
                    ? text.accepted({ date: formatDate(row.accepted_at) })
                    : row.waits
                      ? text.waitsForOpening({ date: formatDate(row.created_at) })
                      : text.waiting({ date: formatDate(row.created_at), end: formatDate(row.expires_at) })
                }
                removeLabel={text.withdraw}
                removeName={text.withdrawFrom({ email: row.email })}
                onRemove={row.accepted_at ? undefined : () => removal.ask(row)}
              />
            ))}
          </Box>
        </>
      )}
      {removal.dialog}
    </Box>
  );
}
