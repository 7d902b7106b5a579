const KEY = 'kinreel.even-sound';

/** Whether videos are to sound equally loud: by default, unless turned off in this browser. */
export function isEvenSoundOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function saveEvenSound(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // Without storage, the choice applies to this video only.
  }
}
