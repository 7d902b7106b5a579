import { uploads as text } from '@kinreel/messages/en/uploads';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { fetchOnIntent, lazyComponent } from '../../../shared/lazy-component.ts';
import { LazyDialog } from '../../../shared/ui/lazy-dialog.tsx';
import { needsOtherFile } from '../upload-failure.ts';
import { getFile } from '../upload-files.ts';
import type { Upload } from '../upload-types.ts';

const loadDialog = () => import('./watch-file-dialog.tsx');
const WatchFileDialog = lazyComponent(loadDialog, 'WatchFileDialog');

/** Opens the local video before it is uploaded. Renders nothing if the file is on another device or is not a video. */
export function WatchFile({ upload: { fileKey, error } }: { upload: Upload }) {
  const [isOpen, setIsOpen] = useState(false);
  const file = getFile(fileKey);
  if (!file || needsOtherFile(error?.code)) return null;
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        variant="soft"
        startIcon={<PlayArrowRounded />}
        onClick={() => setIsOpen(true)}
        {...fetchOnIntent(loadDialog)}
        sx={{ mt: 4 }}
      >
        {text.watchFile}
      </Button>
      <LazyDialog open={isOpen} onClose={close}>
        <WatchFileDialog open={isOpen} file={file} onClose={close} />
      </LazyDialog>
    </>
  );
}
