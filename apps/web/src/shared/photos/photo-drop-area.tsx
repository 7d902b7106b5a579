import { photos as text } from '@kinreel/messages/en/photos';
import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined';
import Box from '@mui/material/Box';
import { DropArea } from '../ui/drop-area.tsx';

/** Includes extensions, because some systems do not know all of the MIME types. */
const ACCEPT = { 'image/*': ['.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif', '.heic', '.heif', '.tif', '.tiff'] };

interface PhotoDropAreaProps {
  /** Compact version, used once a photo has been chosen. */
  small: boolean;
  /** Replaces the default label. */
  label?: string | undefined;
  /** Says what follows after a photo is chosen. */
  hint?: string;
  disabled: boolean;
  onPhoto: (photo: File) => void;
}

/** Drop area for one photo (PROF-06). */
export function PhotoDropArea({ small, label, hint, disabled, onPhoto }: PhotoDropAreaProps) {
  return (
    <DropArea
      accept={ACCEPT}
      Icon={AddPhotoAlternateOutlined}
      label={label ?? (small ? text.another : text.drop)}
      hint={!small && hint && <Box sx={{ color: 'text.secondary', fontSize: '1rem' }}>{hint}</Box>}
      rejected={text.rejected}
      tooMany={text.onlyOne}
      small={small}
      disabled={disabled}
      onFile={onPhoto}
    />
  );
}
