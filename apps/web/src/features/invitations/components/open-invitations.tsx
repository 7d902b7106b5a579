import type { RelativeInvitation } from '@kinreel/contracts/invitations';
import { inviteFamily as text } from '@kinreel/messages/en/invite-family';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { formatDate } from '../../../shared/format/date.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import { useCancelRelativeInvitationMutation, useSendInvitationAgainMutation } from '../invitations.api.ts';

const nameOf = ({ email, relationship }: RelativeInvitation) => email ?? text.link({ relationship });

/**
 * The user's open invitations. Mails can be sent again, and each invitation can be cancelled. Renders nothing if there
 * are none.
 */
export function OpenInvitations({ rows }: { rows: readonly RelativeInvitation[] }) {
  const titleId = useId();
  const notices = useNotices();
  const list = useRef<HTMLElement>(null);
  const [cancel] = useCancelRelativeInvitationMutation();
  const [sendAgain] = useSendInvitationAgainMutation();
  const removal = useRemoval<RelativeInvitation>({
    rows,
    idOf: ({ id }) => id,
    title: text.cancelTitle,
    text: () => text.cancelText,
    confirmLabel: text.cancel,
    cancelLabel: text.keep,
    action: (row) => text.cancelOf({ name: nameOf(row) }),
    remove: ({ id }) => cancel(id).unwrap(),
    done: text.cancelled,
    container: list,
  });

  async function again(row: RelativeInvitation) {
    const { id, email } = row;
    try {
      await sendAgain(id).unwrap();
      notices.success({ title: text.sentTitle, text: text.sentText({ email: email ?? '' }) });
    } catch (error) {
      notices.failed(text.againOf({ name: nameOf(row) }), error, () => void again(row));
    }
  }

  return (
    <Box
      component="section"
      ref={list}
      tabIndex={-1}
      aria-labelledby={rows.length > 0 ? titleId : undefined}
      sx={{ mt: rows.length > 0 ? 8 : 0, '&:focus': { outline: 'none' } }}
    >
      {rows.length > 0 && (
        <>
          <Typography id={titleId} variant="h4" component="h3" sx={{ mb: 2 }}>
            {text.open}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
            {rows.map((row) => {
              const name = nameOf(row);
              return (
                <Box
                  key={row.id}
                  component="li"
                  data-row={row.id}
                  sx={{
                    display: 'flex',
                    flexWrap: 'wrap',
                    alignItems: 'center',
                    gap: 2,
                    py: 2.5,
                    borderTop: 1,
                    borderColor: 'divider',
                  }}
                >
                  <Box sx={{ flex: '1 1 12em', minWidth: 0 }}>
                    <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Box>
                    <Box sx={{ color: 'text.secondary', fontSize: '1rem' }}>
                      {text.state({ people: row.people, date: formatDate(row.expires_at) })}
                    </Box>
                  </Box>
                  {row.email && row.people === 0 && (
                    <Button variant="soft" aria-label={text.againOf({ name })} onClick={() => void again(row)}>
                      {text.again}
                    </Button>
                  )}
                  <Button aria-label={text.cancelOf({ name })} onClick={() => removal.ask(row)}>
                    {text.cancel}
                  </Button>
                </Box>
              );
            })}
          </Box>
        </>
      )}
      {removal.dialog}
    </Box>
  );
}
