import type { CaptureProblem } from './capture-problem.ts';
import { type Device, type DeviceChoice, savedChoice } from './devices.ts';
import { type ElapsedTime, NOT_STARTED } from './elapsed-time.ts';
import type { Take } from './take.ts';

export type Stage =
  /** The camera is off. An explanation of the permission request is shown. */
  | 'off'
  /** The camera is being turned on. */
  | 'opening'
  | 'ready'
  | 'counting'
  | 'recording'
  | 'paused'
  /** The last bytes are being written. */
  | 'finishing'
  | 'review'
  | 'problem';

/** Why a recording ended before the person finished it. */
export type EndReason = 'disconnected' | 'device-full' | 'too-long' | 'failed';

export interface RecorderState {
  stage: Stage;
  problem: CaptureProblem | null;
  stream: MediaStream | null;
  cameras: Device[];
  microphones: Device[];
  choice: DeviceChoice;
  /** Seconds until the recording starts. */
  countdown: number;
  elapsed: ElapsedTime;
  /** Minutes of video that fit on the device; null until it is known. */
  minutesLeft: number | null;
  place: Take['place'];
  take: Take | null;
  /** Duration of the take in seconds; null until it is known. */
  seconds: number | null;
  endReason: EndReason | null;
  /** The last recording was shorter than a second and was not saved. */
  tooShort: boolean;
}

/** The state of a new recorder. */
export function initialState(): RecorderState {
  return {
    stage: 'off',
    problem: null,
    stream: null,
    cameras: [],
    microphones: [],
    choice: savedChoice(),
    countdown: 0,
    elapsed: NOT_STARTED,
    minutesLeft: null,
    place: 'device',
    take: null,
    seconds: null,
    endReason: null,
    tooShort: false,
  };
}

/** From the countdown until the last byte is written. Leaving would end the recording. */
export function isBusy(stage: Stage): boolean {
  return stage === 'counting' || isRecording(stage) || stage === 'finishing';
}

/** Whether the camera is on and its picture is shown. */
export function isLive(stage: Stage): boolean {
  return stage === 'ready' || stage === 'counting' || isRecording(stage);
}

/** Whether a recording is running or paused. */
export function isRecording(stage: Stage): boolean {
  return stage === 'recording' || stage === 'paused';
}
