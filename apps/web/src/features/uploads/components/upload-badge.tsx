import { uploads as text } from '@kinreel/messages/en/uploads';
import PauseRounded from '@mui/icons-material/PauseRounded';
import PriorityHighRounded from '@mui/icons-material/PriorityHighRounded';
import ButtonBase from '@mui/material/ButtonBase';
import { useDispatch, useSelector } from 'react-redux';
import { ProgressRing } from '../../../shared/ui/progress-ring.tsx';
import { showUpload } from '../upload-actions.ts';
import { badgeLabel, isInterrupted, percentSent } from '../upload-text.ts';
import { selectIsUploadOpen, selectUpload } from '../uploads-selectors.ts';

/** A progress ring in the header during an upload with a closed dialog. It opens the dialog. */
export function UploadBadge() {
  const dispatch = useDispatch();
  const upload = useSelector(selectUpload);
  const isOpen = useSelector(selectIsUploadOpen);
  if (!upload || isOpen) return null;
  const label = badgeLabel(upload);
  const warns = isInterrupted(upload) || upload.prompt === null;
  return (
    <ButtonBase
      onClick={() => dispatch(showUpload())}
      aria-label={label}
      title={label}
      sx={{
        position: 'relative',
        flex: 'none',
        width: 48,
        height: 48,
        borderRadius: '50%',
        '&:hover': { bgcolor: 'sunken' },
      }}
    >
      <ProgressRing value={percentSent(upload)} label={text.upload} size={40} tone={warns ? 'warning' : 'brand'} />
      {warns ? (
        <PriorityHighRounded aria-hidden sx={{ position: 'absolute', fontSize: 20, color: 'warning.main' }} />
      ) : (
        upload.phase === 'paused' && <PauseRounded aria-hidden sx={{ position: 'absolute', fontSize: 20 }} />
      )}
    </ButtonBase>
  );
}
