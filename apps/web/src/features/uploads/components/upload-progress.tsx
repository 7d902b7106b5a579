import { uploads as text } from '@kinreel/messages/en/uploads';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useSelector } from 'react-redux';
import { ProgressRing } from '../../../shared/ui/progress-ring.tsx';
import { useIsPhone } from '../../../shared/ui/use-is-phone.ts';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { announcement, isInterrupted, percentSent } from '../upload-text.ts';
import type { Upload } from '../upload-types.ts';
import { selectQueueLength } from '../uploads-selectors.ts';
import { UploadButtons } from './upload-buttons.tsx';
import { UploadStatus } from './upload-status.tsx';
import { WatchFile } from './watch-file.tsx';

/**
 * The current upload with its progress, status and buttons (UP-04, UP-07).
 * @param small shown next to the prompts while one must still be chosen
 */
export function UploadProgress({ upload, small = false }: { upload: Upload; small?: boolean }) {
  const isPhone = useIsPhone();
  const queued = useSelector(selectQueueLength);
  const { prompt, file } = upload;
  const stacked = small || isPhone;

  return (
    <>
      <Box
        sx={{
          display: { sm: stacked ? 'block' : 'grid' },
          gridTemplateColumns: { sm: '248px minmax(0, 1fr)' },
          gap: 9,
          alignItems: 'center',
          textAlign: stacked ? 'center' : 'start',
        }}
      >
        <Box sx={{ display: 'grid', justifyItems: 'center', my: stacked ? 4 : 0 }}>
          <ProgressRing
            value={percentSent(upload)}
            label={text.upload}
            size={small ? 148 : isPhone ? 200 : 248}
            tone={isInterrupted(upload) ? 'warning' : 'brand'}
          />
        </Box>
        <Box sx={{ minWidth: 0 }}>
          {prompt && <Typography variant="question">{prompt.prompt}</Typography>}
          <Typography sx={{ mt: small ? 0 : 2, color: 'text.secondary', fontSize: '1rem', overflowWrap: 'anywhere' }}>
            {file.name}
          </Typography>
          <UploadStatus upload={upload} small={small} />
          <WatchFile key={upload.key} upload={upload} />
          {queued > 0 && (
            <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary', textAlign: 'start' }}>
              {text.queued({ count: queued })}
            </Typography>
          )}
        </Box>
      </Box>
      <Box component="span" role="status" sx={visuallyHidden}>
        {announcement(upload)}
      </Box>
      <UploadButtons upload={upload} />
    </>
  );
}
