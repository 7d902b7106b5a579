import { common } from '@kinreel/messages/en/common';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { NoticeOutlet } from './notices.tsx';
import { SHORT_WINDOW } from './short-window.ts';
import { useAfterPaint } from './use-after-paint.ts';
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
  /** Below the title. */
  subtitle?: string | undefined;
  /** URL of a picture next to the title; null for an empty frame. */
  picture?: string | null | undefined;
  /** On phones: a bottom sheet that leaves a part of the page visible. */
  sheet?: boolean;
  /** On wide screens: keeps its top position when its content grows or shrinks. */
  fixedTop?: boolean;
  /** While true, the dialog cannot be closed. */
  busy?: boolean;
  /** Called after the dialog has faded out. The focus has returned to its previous element, unless that was removed. */
  onClosed?: () => void;
}

/** Height of the visible page above a sheet, in pixels. */
const SHEET_GAP = 28;

/** A dialog with a title and a close button. Fullscreen on phones, or a sheet from the bottom. */
export function AppDialog(props: AppDialogProps) {
  const { open, title, subtitle, picture, onClose, children, actions, maxWidth = 640, busy = false, onClosed } = props;
  const titleId = useId();
  const shown = useAfterPaint(open);
  const isPhone = useIsPhone();
  const isSheet = isPhone && props.sheet;
  const top = isSheet ? 'flex-end' : !isPhone && props.fixedTop ? 'flex-start' : undefined;
  return (
    <Dialog
      open={shown}
      onClose={busy ? undefined : onClose}
      fullScreen={isPhone && !isSheet}
      fullWidth
      maxWidth={false}
      aria-labelledby={titleId}
      sx={top && { '& .MuiDialog-container': { alignItems: top } }}
      slotProps={{
        ...(onClosed && { transition: { onExited: onClosed } }),
        paper: {
          elevation: 3,
          sx: {
            maxWidth: isPhone ? undefined : maxWidth,
            ...(isSheet && {
              m: 0,
              width: '100%',
              maxWidth: '100%',
              maxHeight: `calc(100% - ${SHEET_GAP}px)`,
              borderRadius: '28px 28px 0 0',
            }),
            // Title and buttons scroll with the content.
            [SHORT_WINDOW]: { overflowY: 'auto', '& .MuiDialogContent-root': { flex: 'none', overflowY: 'visible' } },
          },
        },
      }}
    >
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          gap: { xs: 3, sm: 4.5 },
          pt: { xs: 3, sm: 6 },
          paddingInlineEnd: { xs: 2, sm: 5 },
          paddingInlineStart: { xs: 5, sm: 9 },
        }}
      >
        {picture !== undefined && (
          <Box
            component={picture ? 'img' : 'div'}
            {...(picture && { src: picture, alt: '' })}
            sx={{
              width: { xs: 68, sm: 112 },
              aspectRatio: '16 / 9',
              objectFit: 'cover',
              flex: 'none',
              borderRadius: { xs: '8px', sm: '12px' },
              bgcolor: 'tint.main',
            }}
          />
        )}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id={titleId} variant="h2">
            {title}
          </Typography>
          {subtitle && <Typography sx={{ color: 'text.secondary', lineHeight: 1.3 }}>{subtitle}</Typography>}
        </Box>
        <IconButton onClick={onClose} disabled={busy} aria-label={common.close} sx={{ alignSelf: 'flex-start' }}>
          <CloseRounded />
        </IconButton>
      </Stack>
      <DialogContent
        sx={{
          px: { xs: 5, sm: 9 },
          pt: { xs: 3, sm: 5 },
          pb: { xs: 5, sm: 7 },
          // Visually hidden texts scroll with the content, instead of making the whole dialog scroll.
          position: 'relative',
          // The content chooses its columns by the width of the dialog and the size of the text.
          containerType: 'inline-size',
        }}
      >
        {children}
      </DialogContent>
      <NoticeOutlet open={shown} sx={{ mx: { xs: 3, sm: 7 }, mb: actions ? 0 : { xs: 4, sm: 6 } }} />
      {actions && (
        <DialogActions
          sx={{
            flexWrap: 'wrap',
            px: { xs: 5, sm: 9 },
            pt: 4,
            pb: { xs: 4, sm: 6 },
            gap: 3,
            '& > *': { m: '0 !important', flex: { xs: 1, sm: 'none' } },
            ...(isSheet && { borderTop: '1px solid', borderColor: 'divider' }),
          }}
        >
          {actions}
        </DialogActions>
      )}
    </Dialog>
  );
}
