const KEY = 'kinreel.captions';

/** Whether captions are on: by default, unless turned off in this browser. */
export function captionsEnabled(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function saveCaptionsPreference(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // Without storage, the choice applies to this video only.
  }
}
