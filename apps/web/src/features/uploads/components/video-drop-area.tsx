import { MIN_VIDEO_BYTES } from '@kinreel/contracts/constants';
import { VIDEO_FILE_EXTENSIONS } from '@kinreel/contracts/video-file-extensions';
import { errors } from '@kinreel/messages/en/errors';
import { uploads as text } from '@kinreel/messages/en/uploads';
import MovieOutlined from '@mui/icons-material/MovieOutlined';
import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { DropArea } from '../../../shared/ui/drop-area.tsx';

/** Extensions for which some systems have no MIME type (UP-02). */
const ACCEPT = { 'video/*': [...VIDEO_FILE_EXTENSIONS] };

interface VideoDropAreaProps {
  /** Name of the file to choose again after a reload. */
  again?: string;
  onFile: (file: File) => void;
}

/** Chooses a video by click or drag and drop (UP-01, UP-02). */
export function VideoDropArea({ again, onFile }: VideoDropAreaProps) {
  const isTouch = useMediaQuery('(pointer: coarse)', { noSsr: true });
  return (
    <DropArea
      accept={ACCEPT}
      Icon={MovieOutlined}
      small={again !== undefined}
      label={again === undefined ? text.drop : text.chooseAgain({ name: again })}
      hint={
        again === undefined && (
          <>
            {isTouch && <Box sx={{ color: 'accent.main', fontWeight: 600 }}>{text.chooseVideo}</Box>}
            <Box sx={{ color: 'text.secondary', fontSize: '1rem' }}>{text.hint}</Box>
          </>
        )
      }
      minBytes={MIN_VIDEO_BYTES}
      empty={errors['video.empty']}
      rejected={text.rejected}
      tooMany={errors['video.one_only']}
      onFile={onFile}
    />
  );
}
