import type { Connection } from '@kinreel/contracts/connections';
import { connections as text } from '@kinreel/messages/en/connections';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { formatPlace, fullName } from '../../../shared/format/person.ts';
import { paths } from '../../../shared/paths.ts';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { useIsPhone } from '../../../shared/ui/use-is-phone.ts';
import { askedBy, isIncoming, otherRelationship, otherUserId, sharedText } from '../connection-status.ts';
import { RELATIONSHIP_ICON } from './relationship-icon.ts';

interface ConnectionRowProps {
  connection: Connection;
  userId: string;
  /** Whether the row is in the Requests list, which shows a confirmed request for a moment. */
  inRequests: boolean;
  onConfirm: (connection: Connection) => Promise<void>;
  onRemove: (connection: Connection) => void;
  /** Shown below the text. */
  action?: ReactNode;
  /** Shown next to the buttons of a request. */
  more?: ReactNode;
}

/** A connection or request: photo, name, relationship, place and actions. */
export function ConnectionRow({
  connection,
  userId,
  inRequests,
  onConfirm,
  onRemove,
  action,
  more,
}: ConnectionRowProps) {
  const isPhone = useIsPhone();
  const [isConfirming, setConfirming] = useState(false);
  const name = fullName(connection);
  const place = formatPlace(connection);
  const incoming = isIncoming(connection, userId);
  const { relationship } = connection;
  const Icon = RELATIONSHIP_ICON[relationship];
  const asked = askedBy(connection, userId);
  const change = { relationship: otherRelationship(relationship) };
  const status = incoming
    ? text.incoming({ relationship })
    : inRequests
      ? text.connected({ relationship })
      : connection.pending
        ? text.waiting({ relationship })
        : asked
          ? asked === 'me'
            ? text.askedByMe(change)
            : text.askedByOther(change)
          : text[relationship];
  const shared = sharedText(connection.shared_connections);

  async function confirm() {
    setConfirming(true);
    await onConfirm(connection);
    setConfirming(false);
  }

  return (
    <Card
      component="li"
      data-row={connection.connection_id}
      sx={{
        display: 'flex',
        // The buttons of a request are below the text, or next to it on wide screens.
        flexWrap: incoming ? 'wrap' : { xs: 'wrap', sm: 'nowrap' },
        alignItems: 'center',
        gap: { xs: 3.5, sm: 5 },
        p: { xs: 3.5, sm: 5 },
        paddingInlineEnd: { xs: incoming ? 3.5 : 2, sm: 4 },
      }}
    >
      <PersonAvatar name={name} src={connection.profile_image} size={isPhone ? 64 : 84} />
      {/* With large text the name wraps below the photo instead of breaking inside a word. */}
      <Box sx={{ flex: { xs: '1 1 7rem', sm: incoming ? '1 1 16rem' : 1 }, minWidth: 0 }}>
        <Typography variant="h3" sx={{ fontSize: { xs: '1.25rem', md: '1.4375rem' }, lineHeight: 1.15 }}>
          <Link
            component={RouterLink}
            to={paths.videos(otherUserId(connection, userId))}
            underline="hover"
            // Enlarges the touch target above and below the name, to at least 44 px.
            sx={{ color: 'text.primary', display: 'inline-block', py: 3, my: -3 }}
          >
            {name}
          </Link>
        </Typography>
        <Box
          sx={{ display: 'flex', gap: 2, mt: 1, color: 'text.secondary', lineHeight: 1.45, overflowWrap: 'break-word' }}
        >
          <Icon aria-hidden sx={{ fontSize: 20, mt: '2px', flex: 'none' }} />
          <Box sx={{ minWidth: 0, '& > span': { display: { xs: 'block', sm: incoming ? 'block' : 'inline' } } }}>
            <span>{status}</span>
            {place && (
              <>
                {!incoming && (
                  <Box
                    component="span"
                    aria-hidden
                    sx={{ display: { xs: 'none !important', sm: 'inline !important' } }}
                  >
                    {' · '}
                  </Box>
                )}
                <span>{place}</span>
              </>
            )}
            {shared && <span>{shared}</span>}
          </Box>
        </Box>
        {action && <Box sx={{ mt: 2 }}>{action}</Box>}
      </Box>
      {incoming ? (
        <Box
          sx={{
            display: 'flex',
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            gap: 2,
            flex: { xs: '1 0 100%', sm: '0 1 auto' },
            '& > *': { flex: { xs: '1 0 auto', sm: 'none' } },
          }}
        >
          <Button
            variant="contained"
            loading={isConfirming}
            loadingPosition="start"
            aria-label={text.confirmName({ name })}
            onClick={confirm}
          >
            {text.confirm}
          </Button>
          <Button
            variant="outlined"
            disabled={isConfirming}
            aria-label={text.removeName({ name })}
            onClick={() => onRemove(connection)}
          >
            {text.remove}
          </Button>
          {more && <Box sx={{ flex: 'none !important' }}>{more}</Box>}
        </Box>
      ) : (
        !inRequests && (
          <Button
            aria-label={text.removeName({ name })}
            onClick={() => onRemove(connection)}
            sx={{ color: 'text.secondary', fontSize: { xs: '1.0625rem', sm: '1.125rem' }, px: { xs: 2, sm: 3.5 } }}
          >
            {text.remove}
          </Button>
        )
      )}
    </Card>
  );
}
