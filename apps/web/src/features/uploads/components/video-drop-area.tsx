import { ERRORS } from '@kinreel/contracts/errors';
import { messages } from '@kinreel/contracts/messages';
import MovieOutlined from '@mui/icons-material/MovieOutlined';
import Box from '@mui/material/Box';
import { formatBytes } from '../../../shared/format/numbers.ts';
import { DropArea } from '../../../shared/ui/drop-area.tsx';
import type { ChosenFile } from '../uploads.slice.ts';

/** Endings that some systems know no type for (UP-02). */
const ACCEPT = {
  'video/*': ['.mp4', '.m4v', '.mov', '.webm', '.mkv', '.avi', '.mpg', '.mpeg', '.3gp', '.mts', '.wmv'],
};

interface VideoDropAreaProps {
  /** The file that is kept already. */
  file: ChosenFile | null;
  onFile: (file: File) => void;
}

/** Takes one video, by a press or by dragging it here (UP-01, UP-02). */
export function VideoDropArea({ file, onFile }: VideoDropAreaProps) {
  return (
    <DropArea
      accept={ACCEPT}
      Icon={MovieOutlined}
      label={messages.upload.drop}
      hint={
        file ? (
          <Box sx={{ overflowWrap: 'anywhere' }}>
            Kept: <b>{file.name}</b> ({formatBytes(file.size)})
          </Box>
        ) : (
          <Box sx={{ color: 'text.secondary', fontSize: '1rem' }}>One video, up to two hours long.</Box>
        )
      }
      rejected={messages.upload.rejected}
      tooMany={ERRORS['video.one_only'].message}
      onFile={onFile}
    />
  );
}
