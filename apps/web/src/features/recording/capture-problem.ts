/** Why there is no picture or no sound. */
export type CaptureProblem =
  | 'refused'
  | 'dismissed'
  | 'no-camera'
  | 'no-microphone'
  | 'microphone-refused'
  | 'in-use'
  | 'insecure'
  | 'unsupported'
  | 'no-room'
  | 'failed';

/** Whether the browser lets this page have a device; null where it does not tell. */
export type Permission = PermissionState | null;

/** What is known about the devices when asking for them failed. */
export interface Circumstances {
  /** The error's name and words, of `getUserMedia`. */
  name: string;
  message: string;
  hasCamera: boolean;
  hasMicrophone: boolean;
  camera: Permission;
  microphone: Permission;
}

/** Names of errors: https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia */
export function captureProblem(known: Circumstances): CaptureProblem {
  switch (known.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      if (known.camera === 'granted' && known.microphone === 'denied') return 'microphone-refused';
      // Chrome says so in words, and asks again the next time.
      return /dismissed/i.test(known.message) && known.camera !== 'denied' ? 'dismissed' : 'refused';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return known.hasCamera && !known.hasMicrophone ? 'no-microphone' : 'no-camera';
    case 'NotReadableError':
    case 'AbortError':
      return 'in-use';
    default:
      return 'failed';
  }
}

/** Whether a recording without sound is a way out. */
export function canGoSilent(problem: CaptureProblem): boolean {
  return problem === 'no-microphone' || problem === 'microphone-refused';
}

/** How to allow the camera again, in the words of this browser's own buttons. */
export function howToAllow(userAgent: string): string {
  const isApplePhone = /iPhone|iPad/.test(userAgent);
  if (isApplePhone) {
    return /CriOS|FxiOS|EdgiOS/.test(userAgent)
      ? 'Open the settings of this device, go to this browser, and turn on Camera and Microphone. Then come back.'
      : 'Press the button beside the address, then the three dots, and choose Website Settings. Set Camera and Microphone to Allow.';
  }
  if (/Firefox\//.test(userAgent)) {
    return 'Press the crossed-out camera or microphone beside the address, and take away “Blocked”. Then press Try again.';
  }
  if (/Chrome\//.test(userAgent)) {
    return /Android/.test(userAgent)
      ? 'Press the sign to the left of the address, then Permissions, and turn on Camera and Microphone.'
      : 'Press the sign to the left of the address, and turn on Camera and Microphone.';
  }
  if (/Safari\//.test(userAgent)) {
    return 'In the menu Safari at the top of the screen choose Settings for this Website, and set Camera and Microphone to Allow.';
  }
  return 'Open the settings of this page, usually beside the address, and allow the camera and the microphone.';
}
