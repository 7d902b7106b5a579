import { uploads as text } from '@kinreel/messages/en/uploads';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { formatBytes, formatDurationWithUnits } from '../../../shared/format/duration-and-size.ts';
import { sentInWords } from '../progress-estimate.ts';
import { chooseFileAgain } from '../upload-actions.ts';
import { errorText } from '../upload-text.ts';
import type { Upload } from '../upload-types.ts';
import { VideoDropArea } from './video-drop-area.tsx';

/** The status of the upload in its current phase. */
export function UploadStatus({ upload, small }: { upload: Upload; small: boolean }) {
  const { phase, prompt, sent, file, error, isResumed } = upload;
  switch (phase) {
    case 'failed':
      return (
        <Alert severity="error" sx={{ mt: 5, textAlign: 'start' }}>
          <AlertTitle>{error && errorText(error)}</AlertTitle>
          {prompt ? text.failedWithPrompt : text.failed}
        </Alert>
      );
    case 'connectionLost':
      return (
        <>
          <Alert severity="warning" role="presentation" sx={{ mt: 5, textAlign: 'start' }}>
            {text.connectionLost}
          </Alert>
          {sent > 0 && <Note>{text.nothingLost({ progress: sentInWords(sent, file.size) })}</Note>}
        </>
      );
    case 'fileNeeded':
      return <FileNeeded upload={upload} />;
    case 'publishing':
      return <Typography sx={{ mt: 5 }}>{text.publishing}</Typography>;
    case 'promptNeeded':
      return <Typography sx={{ mt: 5 }}>{text.promptNeeded}</Typography>;
    case 'paused':
      return (
        <>
          <Figures upload={upload} />
          <Note>{text.pausedNote}</Note>
        </>
      );
    case 'sending':
      return (
        <>
          <Figures upload={upload} />
          <Note>{small ? text.uploadingWhileChoosing : isResumed ? text.resumed : text.uploading}</Note>
        </>
      );
  }
}

/** Asks for the file again. */
function FileNeeded({ upload: { file, sent, otherFile } }: { upload: Upload }) {
  const dispatch = useDispatch();
  return (
    <Box sx={{ mt: 5, textAlign: 'start' }}>
      {otherFile !== null && (
        <Alert severity="warning" sx={{ mb: 4, overflowWrap: 'anywhere' }}>
          <AlertTitle>{text.otherFileTitle({ name: otherFile })}</AlertTitle>
          {text.otherFileText({ name: file.name, size: formatBytes(file.size) })}
        </Alert>
      )}
      <Typography sx={{ mb: 4 }}>
        {sent > 0 ? text.fileNeeded({ progress: sentInWords(sent, file.size) }) : text.fileNeededFromStart}
      </Typography>
      <VideoDropArea again={file.name} onFile={(chosen) => dispatch(chooseFileAgain(chosen))} />
    </Box>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary', textAlign: 'start' }}>
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
        textAlign: 'start',
        columnGap: { xs: 3.5, sm: 10 },
        rowGap: 3,
        mt: 5,
        mb: 2,
        '& dt': { color: 'text.secondary', fontSize: '1rem' },
        '& dd': { m: 0, fontWeight: 600, fontSize: { xs: '1.125rem', sm: '1.25rem' }, whiteSpace: 'nowrap' },
      }}
    >
      <div>
        <dt>{text.sentLabel}</dt>
        <dd>{sentInWords(sent, file.size)}</dd>
      </div>
      <div>
        <dt>{text.speedLabel}</dt>
        <dd>{speed === null ? text.unknown : text.perSecond({ speed: formatBytes(speed) })}</dd>
      </div>
      <div>
        <dt>{text.timeLeftLabel}</dt>
        <dd>{secondsLeft === null ? text.unknown : formatDurationWithUnits(secondsLeft)}</dd>
      </div>
    </Box>
  );
}
