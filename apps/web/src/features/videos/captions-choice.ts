const KEY = 'kinreel.captions';

/** Whether this person wants captions: yes, until they were turned off in this browser. */
export function wantsCaptions(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function rememberCaptions(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // the choice holds for this video then
  }
}
