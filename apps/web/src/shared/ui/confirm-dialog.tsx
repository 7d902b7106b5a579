import { common } from '@kinreel/messages/en/common';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { NoticeOutlet } from './notices.tsx';
import { useIsPhone } from './use-is-phone.ts';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: ReactNode;
  /** Label of the confirm button; "OK" by default. */
  confirmLabel?: string;
  /** Label of the other button; "Cancel" by default. */
  cancelLabel?: string;
  /** Whether the action can be undone. Its button then has the default style. */
  isHarmless?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Disables the buttons and keeps the dialog open. */
  busy?: boolean;
}

/** Asks for confirmation, usually of an irreversible action. Cancel gets the focus. On phones it is a bottom sheet. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel = common.ok,
  cancelLabel = common.cancel,
  isHarmless = false,
  onConfirm,
  onClose,
  busy = false,
}: ConfirmDialogProps) {
  const titleId = useId();
  const textId = useId();
  const isPhone = useIsPhone();
  return (
    <Dialog
      open={open}
      onClose={busy ? undefined : onClose}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      fullWidth
      maxWidth={false}
      sx={isPhone ? { '& .MuiDialog-container': { alignItems: 'flex-end' } } : undefined}
      slotProps={{
        paper: {
          elevation: 3,
          sx: {
            p: { xs: 6, sm: 9 },
            maxWidth: 520,
            ...(isPhone && { m: 0, width: '100%', maxWidth: '100%', borderRadius: '28px 28px 0 0' }),
          },
        },
      }}
    >
      <Typography id={titleId} variant="h2">
        {title}
      </Typography>
      <Typography id={textId} component="div" sx={{ mt: 3, color: 'text.secondary' }}>
        {text}
      </Typography>
      <NoticeOutlet open={open} sx={{ mt: 4 }} />
      <div style={{ display: 'flex', gap: 12, marginTop: 28, justifyContent: 'flex-end' }}>
        <Button autoFocus variant="outlined" onClick={onClose} disabled={busy} sx={{ flex: { xs: 1, sm: 'none' } }}>
          {cancelLabel}
        </Button>
        <Button
          variant={isHarmless ? 'contained' : 'danger'}
          onClick={onConfirm}
          disabled={busy}
          sx={{ flex: { xs: 1, sm: 'none' } }}
        >
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
