import { messages } from '@kinreel/contracts/messages';
import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined';
import Box from '@mui/material/Box';
import { DropArea } from '../../../shared/ui/drop-area.tsx';

/** Endings that some systems know no type for. */
const ACCEPT = { 'image/*': ['.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif', '.heic', '.heif', '.tif', '.tiff'] };

interface PhotoDropAreaProps {
  /** Lower, and for another photo, once one is chosen. */
  small: boolean;
  disabled: boolean;
  onPhoto: (photo: File) => void;
}

/** Takes one photo, by a press or by dragging it here (PROF-06). */
export function PhotoDropArea({ small, disabled, onPhoto }: PhotoDropAreaProps) {
  return (
    <DropArea
      accept={ACCEPT}
      Icon={AddPhotoAlternateOutlined}
      label={small ? 'Choose another photo' : messages.photo.drop}
      hint={
        !small && <Box sx={{ color: 'text.secondary', fontSize: '1rem' }}>Then you choose the part that is shown.</Box>
      }
      rejected={messages.photo.rejected}
      tooMany="One photo at a time, please."
      small={small}
      disabled={disabled}
      onFile={onPhoto}
    />
  );
}
