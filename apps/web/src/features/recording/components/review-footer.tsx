import { recording as text } from '@kinreel/messages/en/recording';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Ref } from 'react';
import type { EndReason } from '../recorder-state.ts';
import { SHORT } from './tray.tsx';

interface ReviewFooterProps {
  /** Why the recording ended, if nobody pressed Finish. */
  reason: EndReason | null;
  /** Save my answer by default. */
  saveLabel: string | undefined;
  onSave: () => void;
  onRecordAgain: () => void;
  mainButton: Ref<HTMLButtonElement>;
}

/** Below the take: save it, or record again. */
export function ReviewFooter({
  reason,
  saveLabel = text.saveAnswer,
  onSave,
  onRecordAgain,
  mainButton,
}: ReviewFooterProps) {
  return (
    <Box
      sx={{
        gridArea: 'footer',
        px: { xs: 4, sm: 0 },
        pb: { xs: 'max(4px, env(safe-area-inset-bottom))', sm: 0 },
      }}
    >
      {reason && (
        <Alert severity="warning" sx={{ my: 3 }}>
          {endReasonText(reason)}
        </Alert>
      )}
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', md: 'row' },
          flexWrap: 'wrap',
          gap: 3,
          my: { xs: 3, sm: 4 },
          [SHORT]: { my: 2, gap: 2 },
        }}
      >
        <Button ref={mainButton} size="large" variant="contained" onClick={onSave}>
          {saveLabel}
        </Button>
        <Button size="large" variant="outlined" onClick={onRecordAgain}>
          {text.recordAgain}
        </Button>
      </Box>
    </Box>
  );
}

function endReasonText(reason: EndReason): string {
  const texts: Record<EndReason, string> = {
    disconnected: text.endedDisconnected,
    'device-full': text.endedDeviceFull,
    'too-long': text.endedTooLong,
    failed: text.endedFailed,
  };
  return texts[reason];
}
