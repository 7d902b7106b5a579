import { recording as text } from '@kinreel/messages/en/recording';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Ref } from 'react';
import type { EndReason, RecorderState } from '../recorder-state.ts';
import { StorageNote } from './storage-note.tsx';
import { SHORT } from './tray.tsx';

interface ReviewFooterProps {
  state: Pick<RecorderState, 'endReason' | 'place'>;
  onSave: () => void;
  onRecordAgain: () => void;
  mainButton: Ref<HTMLButtonElement>;
}

/** The buttons below the take: save it, or record again. */
export function ReviewFooter({ state, onSave, onRecordAgain, mainButton }: ReviewFooterProps) {
  return (
    <>
      {state.endReason && (
        <Alert severity="warning" sx={{ my: 3 }}>
          {endReasonText(state.endReason)}
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
          {text.saveAnswer}
        </Button>
        <Button size="large" variant="outlined" onClick={onRecordAgain}>
          {text.recordAgain}
        </Button>
      </Box>
      <StorageNote place={state.place}>{text.safeUntilUploaded}</StorageNote>
    </>
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
