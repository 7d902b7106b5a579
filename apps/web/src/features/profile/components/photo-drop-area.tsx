import { profile as text } from '@kinreel/messages/en/profile';
import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined';
import Box from '@mui/material/Box';
import { DropArea } from '../../../shared/ui/drop-area.tsx';

/** Lists the extensions too, because some systems do not know the MIME types of all of them. */
const ACCEPT = { 'image/*': ['.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif', '.heic', '.heif', '.tif', '.tiff'] };

interface PhotoDropAreaProps {
  /** Compact version, used once a photo has been chosen. */
  small: boolean;
  disabled: boolean;
  onPhoto: (photo: File) => void;
}

/** Drop area for one photo (PROF-06). */
export function PhotoDropArea({ small, disabled, onPhoto }: PhotoDropAreaProps) {
  return (
    <DropArea
      accept={ACCEPT}
      Icon={AddPhotoAlternateOutlined}
      label={small ? text.anotherPhoto : text.photoDrop}
      hint={!small && <Box sx={{ color: 'text.secondary', fontSize: '1rem' }}>{text.photoHint}</Box>}
      rejected={text.photoRejected}
      tooMany={text.onePhoto}
      small={small}
      disabled={disabled}
      onFile={onPhoto}
    />
  );
}
