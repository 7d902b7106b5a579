import { common } from '@kinreel/messages/en/common';
import { layout as text } from '@kinreel/messages/en/layout';
import { notifications } from '@kinreel/messages/en/notifications';
import CloseRounded from '@mui/icons-material/CloseRounded';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link } from 'react-router';
import { END } from '../../../shared/i18n/language.ts';
import { paths } from '../../../shared/paths.ts';
import { NoticeOutlet } from '../../../shared/ui/notices.tsx';
import { useIsPhone } from '../../../shared/ui/use-is-phone.ts';
import { NotificationList } from './notification-list.tsx';

interface NotificationPanelProps {
  userId: string;
  /** The button that opened the panel; null while it is closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

/** The list scrolls below the heading. In lower windows the whole panel scrolls. */
const LIST_MIN_HEIGHT = 180;

/** The notifications panel: a popover below the bell, or a drawer on phones. */
export function NotificationPanel({ userId, anchor, onClose }: NotificationPanelProps) {
  const titleId = useId();
  const isPhone = useIsPhone();
  const dialog = { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId } as const;
  const content = (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'flex-end',
          paddingInlineStart: 5,
          paddingInlineEnd: 2,
          py: 2,
          flex: 'none',
        }}
      >
        <Typography id={titleId} variant="h3" component="h2" sx={{ flex: '1 0 auto' }}>
          {text.notifications}
        </Typography>
        <Button
          component={Link}
          to={paths.notificationSettings(userId)}
          onClick={onClose}
          startIcon={<SettingsOutlined />}
          sx={{ fontSize: '1rem' }}
        >
          {notifications.settings}
        </Button>
        <IconButton aria-label={common.close} onClick={onClose}>
          <CloseRounded />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, minHeight: LIST_MIN_HEIGHT, overflowY: 'auto' }}>
        <NotificationList userId={userId} open={Boolean(anchor)} onOpen={onClose} />
      </Box>
      <NoticeOutlet open={Boolean(anchor)} sx={{ mx: 4, mb: 4, flex: 'none' }} />
    </>
  );
  if (isPhone) {
    return (
      <Drawer
        anchor="right"
        open={Boolean(anchor)}
        onClose={onClose}
        slotProps={{ paper: { ...dialog, sx: { width: 'min(400px, 92vw)' } } }}
      >
        {content}
      </Drawer>
    );
  }
  return (
    <Popover
      disableScrollLock
      anchorEl={anchor}
      open={Boolean(anchor)}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: END }}
      transformOrigin={{ vertical: 'top', horizontal: END }}
      slotProps={{
        paper: {
          ...dialog,
          elevation: 2,
          sx: {
            mt: 2,
            width: 440,
            maxHeight: 'calc(100vh - 108px)',
            display: 'flex',
            flexDirection: 'column',
            bgcolor: 'raised',
            border: 1,
            borderColor: 'divider',
          },
        },
      }}
    >
      {content}
    </Popover>
  );
}
