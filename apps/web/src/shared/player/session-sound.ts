const KEY = 'kinreel.sound';
const VOLUME_KEY = 'kinreel.volume';

/** Whether the person has turned the sound on in this browser session. Until then videos start muted (VID-01). */
export function isSessionSoundOn(): boolean {
  try {
    return sessionStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

/** How loud the sound was last in this browser session, above 0; 1 at first. */
export function sessionVolume(): number {
  try {
    const volume = Number(sessionStorage.getItem(VOLUME_KEY));
    return volume > 0 && volume <= 1 ? volume : 1;
  } catch {
    return 1;
  }
}

/** From now on, videos of this session start with sound, or muted again. @param volume from 0 to 1 */
export function saveSessionSound(on: boolean, volume: number): void {
  try {
    sessionStorage.setItem(KEY, on ? 'on' : 'off');
    if (volume > 0) sessionStorage.setItem(VOLUME_KEY, String(volume));
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
