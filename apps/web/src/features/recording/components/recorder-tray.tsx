import { recording as text } from '@kinreel/messages/en/recording';
import CameraswitchOutlined from '@mui/icons-material/CameraswitchOutlined';
import CheckRounded from '@mui/icons-material/CheckRounded';
import FiberManualRecordRounded from '@mui/icons-material/FiberManualRecordRounded';
import PauseRounded from '@mui/icons-material/PauseRounded';
import ReplayRounded from '@mui/icons-material/ReplayRounded';
import TuneRounded from '@mui/icons-material/TuneRounded';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Ref } from 'react';
import { isFrontCamera } from '../devices.ts';
import { COUNTDOWN_SECONDS, type Recorder } from '../recorder.ts';
import { isRecording, type RecorderState } from '../recorder-state.ts';
import type { TakePrompt } from '../take.ts';
import { Countdown } from './countdown.tsx';
import { Tray, TrayButton, TraySpace } from './tray.tsx';

interface RecorderTrayProps {
  recorder: Recorder;
  state: RecorderState;
  prompt: TakePrompt;
  onOpenSettings: () => void;
  onStartOver: () => void;
  mainButton: Ref<HTMLButtonElement>;
}

/** The buttons over the picture: before and during the countdown, and during a recording. */
export function RecorderTray(props: RecorderTrayProps) {
  const { recorder, state } = props;
  return (
    <Tray label={text.controls}>
      {state.stage === 'ready' && <ReadyButtons {...props} />}
      {state.stage === 'counting' && (
        <Countdown count={state.countdown} from={COUNTDOWN_SECONDS} onCancel={() => recorder.cancelCountdown()} />
      )}
      {isRecording(state.stage) && <RecordingButtons {...props} />}
    </Tray>
  );
}

function ReadyButtons({ recorder, state, prompt, onOpenSettings, mainButton }: RecorderTrayProps) {
  const isTouch = useMediaQuery('(pointer: coarse)', { noSsr: true });
  const facing = isFrontCamera(state.stream) ? 'environment' : 'user';
  return (
    <>
      <TrayButton label={text.settings} icon={<TuneRounded />} onClick={onOpenSettings} />
      <TrayButton
        main
        label={text.record}
        icon={<FiberManualRecordRounded />}
        buttonRef={mainButton}
        onClick={() => recorder.startCountdown(prompt)}
      />
      {isTouch && state.cameras.length > 1 ? (
        <TrayButton
          label={text.switchCamera}
          icon={<CameraswitchOutlined />}
          onClick={() => void recorder.turnOn({ camera: '', facing })}
        />
      ) : (
        <TraySpace />
      )}
    </>
  );
}

function RecordingButtons({ recorder, state, onStartOver, mainButton }: RecorderTrayProps) {
  const isPaused = state.stage === 'paused';
  return (
    <>
      <TrayButton label={text.startOver} icon={<ReplayRounded />} onClick={onStartOver} />
      <TrayButton
        main
        label={isPaused ? text.continue : text.pause}
        icon={isPaused ? <FiberManualRecordRounded /> : <PauseRounded />}
        buttonRef={mainButton}
        onClick={() => (isPaused ? recorder.resume() : recorder.pause())}
      />
      <TrayButton label={text.finish} icon={<CheckRounded />} onClick={() => void recorder.finish()} />
    </>
  );
}
