import { messages } from '@kinreel/contracts/messages';
import { pages as text } from '@kinreel/messages/en/pages';
import MovieOutlined from '@mui/icons-material/MovieOutlined';
import Box from '@mui/material/Box';
import { DropArea } from '../../../shared/ui/drop-area.tsx';

/** Endings that some systems know no type for (UP-02). */
const ACCEPT = {
  'video/*': ['.mp4', '.m4v', '.mov', '.webm', '.mkv', '.avi', '.mpg', '.mpeg', '.3gp', '.mts', '.wmv'],
};

interface VideoDropAreaProps {
  /** Name of the file that is to be chosen once more, after a reload. */
  again?: string;
  onFile: (file: File) => void;
}

/** Takes one video, by a press or by dragging it here (UP-01, UP-02). */
export function VideoDropArea({ again, onFile }: VideoDropAreaProps) {
  return (
    <DropArea
      accept={ACCEPT}
      Icon={MovieOutlined}
      small={again !== undefined}
      label={again === undefined ? messages.upload.drop : `Choose ${again} again`}
      hint={
        again === undefined && (
          <Box sx={{ color: 'text.secondary', fontSize: '1rem' }}>One video, up to two hours long.</Box>
        )
      }
      rejected={messages.upload.rejected}
      tooMany={text.oneVideo}
      onFile={onFile}
    />
  );
}
