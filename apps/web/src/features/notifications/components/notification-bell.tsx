import { BADGE_MAX } from '@kinreel/contracts/constants';
import { layout as text } from '@kinreel/messages/en/layout';
import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';
import { useUnreadCount } from '../use-unread-count.ts';

const loadPanel = () => import('./notification-panel.tsx');
const NotificationPanel = lazyComponent(loadPanel, 'NotificationPanel');

/** Upper right corner of the bell, inside the button. Large text must not make it cover the bell. */
const BADGE = {
  position: 'absolute',
  top: 1,
  insetInlineEnd: 0,
  minWidth: 'min(1.5rem, 28px)',
  height: 'min(1.5rem, 28px)',
  px: 1.25,
  borderRadius: '14px',
  display: 'grid',
  placeItems: 'center',
  bgcolor: 'error.main',
  color: 'error.contrastText',
  fontSize: 'min(1rem, 18px)',
  fontWeight: 600,
  lineHeight: 1,
};

/** The bell in the header with the unread count. Opens the list of notifications. */
export function NotificationBell({ userId }: { userId: string }) {
  const unread = useUnreadCount();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const count = unread > BADGE_MAX ? `${BADGE_MAX}+` : unread;
  return (
    <>
      <IconButton
        aria-label={unread > 0 ? text.unreadNotifications({ count }) : text.notifications}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
        {...fetchOnIntent(loadPanel)}
      >
        <NotificationsNoneRounded />
        {unread > 0 && (
          <Box component="span" className="num" sx={BADGE}>
            {count}
          </Box>
        )}
      </IconButton>
      <LazyDialog open={anchor !== null} onClose={() => setAnchor(null)}>
        <NotificationPanel userId={userId} anchor={anchor} onClose={() => setAnchor(null)} />
      </LazyDialog>
    </>
  );
}
