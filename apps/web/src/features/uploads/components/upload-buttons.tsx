import { common } from '@kinreel/messages/en/common';
import { uploads as text } from '@kinreel/messages/en/uploads';
import PauseRounded from '@mui/icons-material/PauseRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { discardUpload, pauseUpload, resumeUpload } from '../upload-actions.ts';
import { needsOtherFile } from '../upload-failure.ts';
import type { Upload } from '../upload-types.ts';

/** Number of sent bytes from which Cancel asks first. Fewer are sent again quickly. */
const CONFIRM_FROM_BYTES = 1_000_000;

/**
 * The buttons of the upload. Renders nothing while the server publishes it. A button whose text changes keeps its place
 * and the focus.
 */
export function UploadButtons({ upload: { phase, sent, file, error } }: { upload: Upload }) {
  const dispatch = useDispatch();
  const [isAsking, setIsAsking] = useState(false);
  if (phase === 'publishing') return null;
  const isOtherNeeded = phase === 'failed' && needsOtherFile(error?.code);
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 3, mt: 7, '& > *': { flex: { xs: 1, sm: 'none' } } }}>
      <Button
        variant={isOtherNeeded ? 'contained' : 'text'}
        onClick={() => {
          if (phase === 'failed' || sent < CONFIRM_FROM_BYTES) dispatch(discardUpload());
          else setIsAsking(true);
        }}
      >
        {phase === 'failed' ? text.chooseAnother : common.cancel}
      </Button>
      {/* A file that can never become a video cannot be retried. */}
      {!isOtherNeeded && <MainButton phase={phase} />}
      <ConfirmDialog
        open={isAsking}
        title={text.stopTitle}
        text={text.stopText({ name: file.name })}
        confirmLabel={text.stop}
        cancelLabel={text.keepUploading}
        onConfirm={() => {
          setIsAsking(false);
          dispatch(discardUpload());
        }}
        onClose={() => setIsAsking(false)}
      />
    </Box>
  );
}

/** Pause or continue. Renders nothing while the person must choose something first. */
function MainButton({ phase }: Pick<Upload, 'phase'>) {
  const dispatch = useDispatch();
  if (phase === 'promptNeeded' || phase === 'fileNeeded') return null;
  const isSending = phase === 'sending';
  const isPaused = phase === 'paused';
  return (
    <Button
      variant={isSending || phase === 'connectionLost' ? 'soft' : 'contained'}
      startIcon={isSending ? <PauseRounded /> : isPaused && <PlayArrowRounded />}
      onClick={() => dispatch(isSending ? pauseUpload() : resumeUpload())}
    >
      {isSending ? text.pause : isPaused ? text.resume : phase === 'failed' ? common.retry : text.tryNow}
    </Button>
  );
}
