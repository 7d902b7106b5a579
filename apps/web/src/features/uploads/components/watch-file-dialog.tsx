import { uploads as text } from '@kinreel/messages/en/uploads';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { FilePlayer } from '../../../shared/player/file-player.tsx';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';

interface WatchFileDialogProps {
  open: boolean;
  file: File;
  onClose: () => void;
}

/** Plays a local file that is being uploaded. */
export function WatchFileDialog({ open, file, onClose }: WatchFileDialogProps) {
  return (
    <AppDialog open={open} title={text.yourVideo} subtitle={file.name} maxWidth={880} onClose={onClose}>
      <Picture file={file} />
    </AppDialog>
  );
}

/** The video, or the reason why it cannot be shown. Each opening tries again. */
function Picture({ file }: { file: File }) {
  const [unplayable, setUnplayable] = useState<File | null>(null);
  if (unplayable === file) return <Alert severity="info">{text.cannotShowFile}</Alert>;
  return (
    <Box
      sx={{
        position: 'relative',
        width: 1,
        // On phones most videos are in portrait format.
        height: { xs: '56vh', sm: 'auto' },
        aspectRatio: { sm: '16 / 9' },
        maxHeight: { sm: '60vh' },
        borderRadius: '12px',
        bgcolor: '#181f1a',
      }}
    >
      <FilePlayer file={file} label={file.name} onUnplayable={() => setUnplayable(file)} />
    </Box>
  );
}
