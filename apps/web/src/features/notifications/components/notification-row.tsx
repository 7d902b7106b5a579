import { notifications as text } from '@kinreel/messages/en/notifications';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import TaskAltRounded from '@mui/icons-material/TaskAltRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { Link } from 'react-router';
import { fullName } from '../../../shared/format/person.ts';
import { shareWords } from '../../../shared/format/share-words.ts';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import type { NotificationEntry } from '../notification-groups.ts';
import { entryPath, entryText } from '../notification-text.ts';

/** Diameter of the avatar, in pixels. */
const AVATAR_SIZE = 48;

interface NotificationRowProps {
  entry: NotificationEntry;
  /** When it happened, as text. */
  time: string;
  userId: string;
  onOpen: () => void;
}

/** An entry with avatar, text and time. New ones are bold, with a dot and the word New; the others are gray. */
export function NotificationRow({ entry, time, userId, onOpen }: NotificationRowProps) {
  const [{ actor, kind, created_at: createdAt }] = entry;
  const read = entry.every((notification) => notification.read);
  const [{ video, message }] = entry;
  // The message of a single share. Grouped shares have different messages.
  const words = video && entry.length === 1 ? shareWords({ message, prompt: video.prompt }) : '';
  return (
    <li>
      <ButtonBase
        component={Link}
        to={entryPath(entry, userId)}
        onClick={onOpen}
        sx={{
          width: '100%',
          minHeight: 72,
          p: 3,
          gap: 4,
          borderRadius: 1,
          justifyContent: 'flex-start',
          alignItems: 'flex-start',
          textAlign: 'start',
          font: 'inherit',
          '&:hover': { bgcolor: 'sunken' },
          '&:focus-visible': { outlineOffset: -3 },
        }}
      >
        {actor ? (
          <PersonAvatar name={fullName(actor)} src={actor.profile_image} size={AVATAR_SIZE} />
        ) : (
          <KindIcon failed={kind === 'video-failed'} />
        )}
        <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
          <Box
            component="span"
            sx={{
              display: 'block',
              fontWeight: read ? 400 : 600,
              color: read ? 'text.secondary' : 'text.primary',
              lineHeight: 1.35,
            }}
          >
            {entryText(entry)}
          </Box>
          {words && (
            <Box
              component="span"
              sx={{
                display: '-webkit-box',
                overflow: 'hidden',
                WebkitLineClamp: 3,
                WebkitBoxOrient: 'vertical',
                mt: 1,
                lineHeight: 1.35,
                color: 'text.secondary',
                overflowWrap: 'anywhere',
              }}
            >
              {text.quote({ words })}
            </Box>
          )}
          <Box component="span" sx={{ display: 'block', fontSize: '1rem', color: 'text.secondary', mt: 1 }}>
            {!read && (
              <Box component="span" sx={{ color: 'error.main', fontWeight: 600 }}>
                <span aria-hidden>● </span>
                {text.new} ·{' '}
              </Box>
            )}
            <time dateTime={createdAt}>{time}</time>
          </Box>
        </Box>
      </ButtonBase>
    </li>
  );
}

/** Replaces the avatar in notifications about the user's own videos. */
function KindIcon({ failed }: { failed: boolean }) {
  const tone = failed ? 'warningTint' : 'tint';
  return (
    <Box
      aria-hidden
      sx={{
        width: AVATAR_SIZE,
        height: AVATAR_SIZE,
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
