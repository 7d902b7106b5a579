import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { formatBytes, formatSpan } from '../../../shared/format/numbers.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { ProgressRing } from '../../../shared/ui/progress-ring.tsx';
import { useIsPhone } from '../../../shared/ui/use-is-phone.ts';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { percentOf, sentInWords } from '../progress-estimate.ts';
import { forgetUpload, retryUpload } from '../upload-manager.ts';
import { selectUpload } from '../uploads.slice.ts';

/** Progress is said aloud in steps of this many per cent. */
const ALOUD_STEP = 10;

/** An upload under way or failed: the ring, the figures, and what can be done (UP-04, UP-07). */
export function UploadProgress() {
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const upload = useSelector(selectUpload);
  const [asks, setAsks] = useState(false);
  const { phase, prompt, file, sent, total, speed, secondsLeft } = upload;
  const percent = phase === 'checking' ? 100 : percentOf(sent, total);
  const failed = phase === 'failed';

  return (
    <>
      <Box
        sx={{
          display: { sm: 'grid' },
          gridTemplateColumns: { sm: '248px minmax(0, 1fr)' },
          gap: 9,
          alignItems: 'center',
          textAlign: { xs: 'center', sm: 'left' },
        }}
      >
        <Box sx={{ display: 'grid', justifyItems: 'center', my: { xs: 4, sm: 0 } }}>
          <ProgressRing value={percent} label="Upload" size={isPhone ? 200 : 248} tone={failed ? 'warning' : 'brand'} />
        </Box>
        <Box sx={{ minWidth: 0 }}>
          {prompt && <Typography variant="question">{prompt.prompt}</Typography>}
          {file && (
            <Typography sx={{ mt: 2, color: 'text.secondary', fontSize: '1rem', overflowWrap: 'anywhere' }}>
              {file.name}
            </Typography>
          )}
          {failed ? (
            <Alert severity="error" sx={{ mt: 5, textAlign: 'left' }}>
              <AlertTitle>{upload.error}</AlertTitle>
              Your video and your prompt are kept.
            </Alert>
          ) : phase === 'checking' ? (
            <Typography sx={{ mt: 5 }}>All of it is here. We are taking a first look at it.</Typography>
          ) : (
            <Box
              component="dl"
              className="num"
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                justifyContent: { xs: 'space-between', sm: 'flex-start' },
                textAlign: 'left',
                columnGap: { xs: 3.5, sm: 10 },
                rowGap: 3,
                mt: 5,
                mb: 2,
                '& dt': { color: 'text.secondary', fontSize: '1rem' },
                '& dd': { m: 0, fontWeight: 600, fontSize: { xs: '1.125rem', sm: '1.25rem' }, whiteSpace: 'nowrap' },
              }}
            >
              <div>
                <dt>Sent</dt>
                <dd>{sentInWords(sent, total)}</dd>
              </div>
              <div>
                <dt>Speed</dt>
                <dd>{speed === null ? '…' : `${formatBytes(speed)}/s`}</dd>
              </div>
              <div>
                <dt>Time left</dt>
                <dd>{secondsLeft === null ? '…' : formatSpan(secondsLeft)}</dd>
              </div>
            </Box>
          )}
          {!failed && (
            <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'left' }}>
              You can close this window. The upload goes on while Kinreel stays open in this tab.
            </Typography>
          )}
        </Box>
      </Box>
      <Box component="span" role="status" sx={visuallyHidden}>
        {failed
          ? ''
          : phase === 'checking'
            ? 'All of it is sent'
            : `Uploading ${Math.floor(percent / ALOUD_STEP) * ALOUD_STEP} %`}
      </Box>
      <Box
        sx={{ display: 'flex', justifyContent: 'flex-end', gap: 3, mt: 7, '& > *': { flex: { xs: 1, sm: 'none' } } }}
      >
        {failed ? (
          <>
            <Button onClick={() => forgetUpload(dispatch)}>Choose another video</Button>
            <Button variant="contained" onClick={() => prompt && retryUpload(dispatch, prompt)}>
              Retry
            </Button>
          </>
        ) : (
          <Button variant="soft" onClick={() => setAsks(true)}>
            Cancel
          </Button>
        )}
      </Box>
      <ConfirmDialog
        open={asks && !failed}
        title="Stop this upload?"
        text="What was sent so far is thrown away. The video itself stays on your device."
        confirmLabel="Stop"
        onConfirm={() => {
          setAsks(false);
          forgetUpload(dispatch);
        }}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
