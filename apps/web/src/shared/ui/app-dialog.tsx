import { common } from '@kinreel/messages/en/common';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { NoticeOutlet } from './notices.tsx';
import { useIsPhone } from './use-is-phone.ts';

interface AppDialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons below the content. */
  actions?: ReactNode;
  /** Maximum width in pixels; 640 by default. */
  maxWidth?: number;
  /** While true, the dialog cannot be closed. */
  busy?: boolean;
}

/** A dialog with a title and a close button. Fullscreen on phones. */
export function AppDialog({ open, title, onClose, children, actions, maxWidth = 640, busy = false }: AppDialogProps) {
  const titleId = useId();
  const isPhone = useIsPhone();
  return (
    <Dialog
      open={open}
      onClose={busy ? undefined : onClose}
      fullScreen={isPhone}
      fullWidth
      maxWidth={false}
      aria-labelledby={titleId}
      slotProps={{ paper: { elevation: 3, sx: { maxWidth: isPhone ? undefined : maxWidth } } }}
    >
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          gap: 4,
          pt: { xs: 3, sm: 6 },
          paddingInlineEnd: { xs: 2, sm: 5 },
          paddingInlineStart: { xs: 5, sm: 9 },
        }}
      >
        <Typography id={titleId} variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        <IconButton onClick={onClose} disabled={busy} aria-label={common.close}>
          <CloseRounded />
        </IconButton>
      </Stack>
      <DialogContent sx={{ px: { xs: 5, sm: 9 }, pt: { xs: 3, sm: 5 }, pb: { xs: 5, sm: 7 } }}>
        {children}
      </DialogContent>
      <NoticeOutlet open={open} sx={{ mx: { xs: 3, sm: 7 }, mb: actions ? 0 : { xs: 4, sm: 6 } }} />
      {actions && (
        <DialogActions
          sx={{
            px: { xs: 5, sm: 9 },
            pt: 4,
            pb: { xs: 4, sm: 6 },
            gap: 3,
            '& > *': { m: '0 !important', flex: { xs: 1, sm: 'none' } },
          }}
        >
          {actions}
        </DialogActions>
      )}
    </Dialog>
  );
}
