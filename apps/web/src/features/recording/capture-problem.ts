import { recording as text } from '@kinreel/messages/en/recording';

/** Why there is no picture or no sound. */
export type CaptureProblem =
  | 'blocked'
  | 'dismissed'
  | 'no-camera'
  | 'no-microphone'
  | 'microphone-blocked'
  | 'in-use'
  | 'insecure'
  | 'unsupported'
  | 'no-space'
  | 'failed';

/** Whether the browser allows this page to use a device; null if it does not tell. */
export type DevicePermission = PermissionState | null;

/** Information after a failed `getUserMedia`. */
export interface CaptureFailure {
  /** Name and message of the error. */
  name: string;
  message: string;
  hasCamera: boolean;
  hasMicrophone: boolean;
  camera: DevicePermission;
  microphone: DevicePermission;
}

/** Error names: https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia */
export function toCaptureProblem(failure: CaptureFailure): CaptureProblem {
  switch (failure.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      if (failure.camera === 'granted' && failure.microphone === 'denied') return 'microphone-blocked';
      // Only Chrome's message shows the difference. Chrome asks again the next time.
      return /dismissed/i.test(failure.message) && failure.camera !== 'denied' ? 'dismissed' : 'blocked';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return failure.hasCamera && !failure.hasMicrophone ? 'no-microphone' : 'no-camera';
    case 'NotReadableError':
    case 'AbortError':
      return 'in-use';
    default:
      return 'failed';
  }
}

/** Whether a video without sound can still be recorded. */
export function canRecordWithoutSound(problem: CaptureProblem): boolean {
  return problem === 'no-microphone' || problem === 'microphone-blocked';
}

/** How to allow the camera in this browser, with the labels of its buttons. */
export function howToAllow(userAgent: string): string {
  if (/iPhone|iPad/.test(userAgent)) {
    return /CriOS|FxiOS|EdgiOS/.test(userAgent) ? text.allowInApplePhoneSettings : text.allowInIosSafari;
  }
  if (/Firefox\//.test(userAgent)) return text.allowInFirefox;
  if (/Chrome\//.test(userAgent)) return /Android/.test(userAgent) ? text.allowInAndroidChrome : text.allowInChrome;
  if (/Safari\//.test(userAgent)) return text.allowInSafari;
  return text.allowElsewhere;
}
