import { recording as text } from '@kinreel/messages/en/recording';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { FilePlayer } from '../../../shared/player/file-player.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { isFrontCamera } from '../devices.ts';
import type { Recorder } from '../recorder.ts';
import { isLive, isRecording, type RecorderState } from '../recorder-state.ts';
import { CameraPreview } from './camera-preview.tsx';
import { CaptureHelp } from './capture-help.tsx';
import { CenteredPanel } from './centered-panel.tsx';
import { RecordingBadge } from './recording-badge.tsx';
import { SetupPanel } from './setup-panel.tsx';
import { PORTRAIT, SHORT, TRAY_HEIGHT } from './tray.tsx';

/** Minutes of free space below which a warning is shown. */
const WARN_BELOW_MINUTES = 15;

interface RecorderViewProps {
  recorder: Recorder;
  state: RecorderState;
  question: string;
  onUploadInstead: () => void;
  /** The buttons over the picture. */
  tray: ReactNode;
}

/** The picture area: the camera, the take, or the steps to turn the camera on. */
export function RecorderView({ recorder, state, question, onUploadInstead, tray }: RecorderViewProps) {
  const { stage, stream, take, problem } = state;
  const isReview = stage === 'review';
  const live = isLive(stage);
  const [shape, setShape] = useState(16 / 9);
  return (
    <Box
      component="section"
      aria-label={isReview ? text.yourRecording : text.camera}
      sx={{
        gridArea: 'view',
        position: 'relative',
        minHeight: 0,
        overflow: 'hidden',
        borderRadius: { xs: isReview ? 0 : '28px 28px 0 0', sm: '28px' },
        bgcolor: '#1b211c',
        color: '#ffffff',
        mt: { xs: 2, sm: 0 },
        [SHORT]: { borderRadius: '28px', mt: 0 },
        container: 'view / size',
        '--position': { xs: 0, sm: 0.35 },
        '& video': { objectPosition: '50% calc(var(--position) * 100%)' },
        '& .large-play': {
          translate: `0 calc((var(--position) - 0.5) * (100cqh - min(100cqh, 100cqw / ${shape})))`,
        },
        [PORTRAIT]: {
          // As wide as the page, and as high as the picture and the content below it.
          mt: 4,
          flex: `0 1 calc((100vw - 40px) / ${shape} + ${isReview ? 0 : TRAY_HEIGHT}px)`,
          '--position': 0,
        },
      }}
    >
      {stage === 'off' && <SetupPanel onTurnOn={() => void recorder.turnOn()} onUploadInstead={onUploadInstead} />}
      {stage === 'problem' && problem && (
        <CaptureHelp
          problem={problem}
          onTryAgain={() => void recorder.turnOn()}
          onRecordWithoutSound={() => void recorder.turnOn({ silent: true })}
          onUploadInstead={onUploadInstead}
        />
      )}
      {(stage === 'opening' || stage === 'finishing') && (
        <CenteredPanel>
          <Spinner label={stage === 'opening' ? text.turningOnCamera : text.savingRecording} />
        </CenteredPanel>
      )}
      {live && (
        <CameraPreview
          stream={stream}
          isMirrored={isFrontCamera(stream)}
          isDimmed={stage === 'paused'}
          onShape={setShape}
        />
      )}
      {stage === 'ready' && <ReadyWarning tooShort={state.tooShort} minutesLeft={state.minutesLeft} />}
      {isRecording(stage) && <RecordingBadge isPaused={stage === 'paused'} elapsed={state.elapsed} />}
      {isReview && take && <FilePlayer file={take.file} label={text.answerTo({ question })} onShape={setShape} />}
      {live && tray}
    </Box>
  );
}

/** Warnings before a recording: the last one was too short, or the device is almost full. */
function ReadyWarning({ tooShort, minutesLeft }: Pick<RecorderState, 'tooShort' | 'minutesLeft'>) {
  const isAlmostFull = minutesLeft !== null && minutesLeft < WARN_BELOW_MINUTES;
  if (!tooShort && !isAlmostFull) return null;
  return (
    <Alert severity="warning" sx={{ position: 'absolute', top: 16, left: 16, right: 16 }}>
      {tooShort ? text.tooShort : text.spaceLeft({ minutes: Math.max(1, Math.floor(minutesLeft ?? 0)) })}
    </Alert>
  );
}
