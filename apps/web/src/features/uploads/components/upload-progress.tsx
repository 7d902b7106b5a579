import PauseRounded from '@mui/icons-material/PauseRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { formatBytes, formatDurationWithUnits } from '../../../shared/format/duration-and-size.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { ProgressRing } from '../../../shared/ui/progress-ring.tsx';
import { useIsPhone } from '../../../shared/ui/use-is-phone.ts';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { sentInWords } from '../progress-estimate.ts';
import { chooseFileAgain, discardUpload, pauseUpload, resumeUpload } from '../upload-actions.ts';
import { errorText, isHeldUp, percentSent, spokenStatus } from '../upload-text.ts';
import type { Upload, UploadEvent, UploadPhase } from '../upload-types.ts';
import { selectQueueLength } from '../uploads-state.ts';
import { VideoDropArea } from './video-drop-area.tsx';

/** From so many bytes sent on a cancel is asked about; less is sent again in no time. */
const ASK_FROM_BYTES = 1_000_000;

/**
 * An upload under way, held up or failed: the ring, the figures, and what can be done (UP-04, UP-07).
 * @param small beside the prompts, while one is still to be chosen
 */
export function UploadProgress({ upload, small = false }: { upload: Upload; small?: boolean }) {
  const isPhone = useIsPhone();
  const queued = useSelector(selectQueueLength);
  const { prompt, file } = upload;
  const stacked = small || isPhone;
  const tone = isHeldUp(upload) ? 'warning' : 'brand';

  return (
    <>
      <Box
        sx={{
          display: { sm: stacked ? 'block' : 'grid' },
          gridTemplateColumns: { sm: '248px minmax(0, 1fr)' },
          gap: 9,
          alignItems: 'center',
          textAlign: stacked ? 'center' : 'left',
        }}
      >
        <Box sx={{ display: 'grid', justifyItems: 'center', my: stacked ? 4 : 0 }}>
          <ProgressRing
            value={percentSent(upload)}
            label="Upload"
            size={small ? 148 : isPhone ? 200 : 248}
            tone={tone}
          />
        </Box>
        <Box sx={{ minWidth: 0 }}>
          {prompt && <Typography variant="question">{prompt.prompt}</Typography>}
          <Typography sx={{ mt: small ? 0 : 2, color: 'text.secondary', fontSize: '1rem', overflowWrap: 'anywhere' }}>
            {file.name}
          </Typography>
          <Standing upload={upload} small={small} />
          {queued > 0 && (
            <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary', textAlign: 'left' }}>
              {queued === 1 ? 'One more video is sent after this one.' : `${queued} more are sent after this one.`}
            </Typography>
          )}
        </Box>
      </Box>
      <Box component="span" role="status" sx={visuallyHidden}>
        {spokenStatus(upload)}
      </Box>
      <Actions upload={upload} />
    </>
  );
}

/** What is to be known about it now. */
function Standing({ upload, small }: { upload: Upload; small: boolean }) {
  const dispatch = useDispatch();
  const { phase, file, prompt, sent, isResumed } = upload;
  switch (phase) {
    case 'failed':
      return (
        <Alert severity="error" sx={{ mt: 5, textAlign: 'left' }}>
          <AlertTitle>{upload.error && errorText(upload.error)}</AlertTitle>
          {prompt ? 'Your video and your prompt are kept.' : 'Your video is kept.'}
        </Alert>
      );
    case 'connectionLost':
      return (
        <>
          <Alert severity="warning" role="presentation" sx={{ mt: 5, textAlign: 'left' }}>
            Waiting for the connection. Your video goes on by itself.
          </Alert>
          {sent > 0 && <Note>{sentInWords(sent, file.size)} are sent. Nothing is lost.</Note>}
        </>
      );
    case 'fileNeeded':
      return (
        <Box sx={{ mt: 5, textAlign: 'left' }}>
          {upload.otherFile !== null && (
            <Alert severity="warning" sx={{ mb: 4, overflowWrap: 'anywhere' }}>
              <AlertTitle>{upload.otherFile} is another video.</AlertTitle>
              We need {file.name} with {formatBytes(file.size)} to go on.
            </Alert>
          )}
          <Typography sx={{ mb: 4 }}>
            {sentInWords(sent, file.size)} are here already. Choose the video again, and the rest is sent.
          </Typography>
          <VideoDropArea again={file.name} onFile={(chosen) => dispatch(chooseFileAgain(chosen))} />
        </Box>
      );
    case 'publishing':
      return <Typography sx={{ mt: 5 }}>All of it is here. We are taking a first look at it.</Typography>;
    case 'promptNeeded':
      return <Typography sx={{ mt: 5 }}>All of it is here. Choose its prompt, and it is done.</Typography>;
    case 'paused':
      return (
        <>
          <Figures upload={upload} />
          <Note>Paused. What was sent is kept until you go on.</Note>
        </>
      );
    default:
      return (
        <>
          <Figures upload={upload} />
          <Note>
            {small
              ? 'It is sent while you choose its prompt.'
              : isResumed
                ? 'It goes on where it stopped. You can close this window.'
                : 'You can close this window. The upload goes on, and if the line drops it carries on where it stopped.'}
          </Note>
        </>
      );
  }
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary', textAlign: 'left' }}>
      {children}
    </Typography>
  );
}

function Figures({ upload: { sent, file, speed, secondsLeft } }: { upload: Upload }) {
  return (
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
        <dd>{sentInWords(sent, file.size)}</dd>
      </div>
      <div>
        <dt>Speed</dt>
        <dd>{speed === null ? '…' : `${formatBytes(speed)}/s`}</dd>
      </div>
      <div>
        <dt>Time left</dt>
        <dd>{secondsLeft === null ? '…' : formatDurationWithUnits(secondsLeft)}</dd>
      </div>
    </Box>
  );
}

/**
 * What can be done; while the server looks at it there is nothing to do. Each of the two buttons stays in its place as
 * its word changes, and keeps the focus.
 */
function Actions({ upload: { phase, sent, file } }: { upload: Upload }) {
  const dispatch = useDispatch();
  const [asks, setAsks] = useState(false);
  if (phase === 'publishing') return null;
  const main = MAIN_ACTIONS[phase];
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 3, mt: 7, '& > *': { flex: { xs: 1, sm: 'none' } } }}>
      <Button onClick={() => (phase === 'failed' || sent < ASK_FROM_BYTES ? dispatch(discardUpload()) : setAsks(true))}>
        {phase === 'failed' ? 'Choose another video' : 'Cancel'}
      </Button>
      {main && (
        <Button variant={main.variant} startIcon={main.icon} onClick={() => dispatch(main.action())}>
          {main.label}
        </Button>
      )}
      <ConfirmDialog
        open={asks}
        title="Stop this upload?"
        text={`What was sent of ${file.name} is thrown away. The video itself stays on your device.`}
        confirmLabel="Stop"
        onConfirm={() => {
          setAsks(false);
          dispatch(discardUpload());
        }}
        onClose={() => setAsks(false)}
      />
    </Box>
  );
}

interface MainAction {
  label: string;
  variant: 'contained' | 'soft';
  icon?: ReactNode;
  action: () => UploadEvent;
}

const MAIN_ACTIONS: Partial<Record<UploadPhase, MainAction>> = {
  sending: { label: 'Pause', variant: 'soft', icon: <PauseRounded />, action: pauseUpload },
  paused: { label: 'Resume', variant: 'contained', icon: <PlayArrowRounded />, action: resumeUpload },
  connectionLost: { label: 'Try now', variant: 'soft', action: resumeUpload },
  failed: { label: 'Retry', variant: 'contained', action: resumeUpload },
};
