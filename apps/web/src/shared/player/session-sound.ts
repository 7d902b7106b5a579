const KEY = 'kinreel.sound';

/** Whether the person has turned the sound on in this browser session. Until then videos start muted (VID-01). */
export function isSessionSoundOn(): boolean {
  try {
    return sessionStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

/** Sets whether videos of this session start with sound. */
export function saveSessionSound(on: boolean): void {
  try {
    sessionStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // Without storage, the choice applies to this video only.
  }
}

/** Whether the person has not yet turned the sound on or off in this session. */
export function isSessionSoundUnset(): boolean {
  try {
    return sessionStorage.getItem(KEY) === null;
  } catch {
    return true;
  }
}
