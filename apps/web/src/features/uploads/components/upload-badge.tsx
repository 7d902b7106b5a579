import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import ButtonBase from '@mui/material/ButtonBase';
import { useDispatch, useSelector } from 'react-redux';
import { ProgressRing } from '../../../shared/ui/progress-ring.tsx';
import { percentOf } from '../progress-estimate.ts';
import { selectUpload, uploadOpened } from '../uploads.slice.ts';

/** A slim ring in the header while an upload goes on behind the closed dialog; pressed, it opens the dialog. */
export function UploadBadge() {
  const dispatch = useDispatch();
  const { phase, isOpen, sent, total } = useSelector(selectUpload);
  if (phase === 'choosing' || isOpen) return null;
  const percent = phase === 'checking' ? 100 : percentOf(sent, total);
  const failed = phase === 'failed';
  const words = failed ? 'The upload has stopped. Open it' : `Uploading ${percent} %. Open it`;
  return (
    <ButtonBase
      onClick={() => dispatch(uploadOpened())}
      aria-label={words}
      title={words}
      sx={{
        position: 'relative',
        flex: 'none',
        width: 48,
        height: 48,
        borderRadius: '50%',
        '&:hover': { bgcolor: 'sunken' },
      }}
    >
      <ProgressRing value={percent} label="Upload" size={40} tone={failed ? 'warning' : 'brand'} />
      {failed && <ErrorOutlineRounded aria-hidden sx={{ position: 'absolute', color: 'warning.main' }} />}
    </ButtonBase>
  );
}
