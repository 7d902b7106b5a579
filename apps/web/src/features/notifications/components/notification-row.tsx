import type { Notification } from '@kinreel/contracts/notifications';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import TaskAltRounded from '@mui/icons-material/TaskAltRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { Link } from 'react-router';
import { fullName } from '../../../shared/format/person.ts';
import { formatRelativeTime } from '../../../shared/format/relative-time.ts';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { addressOf, sentenceOf } from '../notification-text.ts';

/** Diameter of the picture, in pixels. */
const PICTURE = 48;

interface NotificationRowProps {
  notification: Notification;
  userId: string;
  onChosen: () => void;
}

/** One line: who or what, the sentence, and when. What is new says so in a word, in bold and with a dot. */
export function NotificationRow({ notification, userId, onChosen }: NotificationRowProps) {
  const { actor, read, created_at: createdAt } = notification;
  return (
    <li>
      <ButtonBase
        component={Link}
        to={addressOf(notification, userId)}
        onClick={onChosen}
        sx={{
          width: '100%',
          minHeight: 72,
          p: 3,
          gap: 4,
          borderRadius: 1,
          justifyContent: 'flex-start',
          alignItems: 'flex-start',
          textAlign: 'left',
          font: 'inherit',
          '&:hover': { bgcolor: 'sunken' },
          '&:focus-visible': { outlineOffset: -3 },
        }}
      >
        {actor ? (
          <PersonAvatar name={fullName(actor)} src={actor.profile_image} size={PICTURE} />
        ) : (
          <KindIcon failed={notification.kind === 'video-failed'} />
        )}
        <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
          <Box component="span" sx={{ display: 'block', fontWeight: read ? 400 : 600, lineHeight: 1.35 }}>
            {sentenceOf(notification)}
          </Box>
          <Box component="span" sx={{ display: 'block', fontSize: '1rem', color: 'text.secondary', mt: 1 }}>
            {!read && (
              <Box component="span" sx={{ color: 'error.main', fontWeight: 600 }}>
                <span aria-hidden>● </span>New ·{' '}
              </Box>
            )}
            <time dateTime={createdAt}>{formatRelativeTime(createdAt)}</time>
          </Box>
        </Box>
      </ButtonBase>
    </li>
  );
}

/** In a person's place, where the news is of an own upload. */
function KindIcon({ failed }: { failed: boolean }) {
  const tone = failed ? 'warningTint' : 'tint';
  return (
    <Box
      aria-hidden
      sx={{
        width: PICTURE,
        height: PICTURE,
        flex: 'none',
        borderRadius: '50%',
        display: 'grid',
        placeItems: 'center',
        bgcolor: `${tone}.main`,
        color: `${tone}.contrastText`,
      }}
    >
      {failed ? <ErrorOutlineRounded /> : <TaskAltRounded />}
    </Box>
  );
}
