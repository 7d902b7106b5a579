const KEY = 'kinreel.play-next';

/** Whether the next video starts by itself: by default, unless turned off in this browser. */
export function playsNext(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function savePlaysNext(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // Without storage, the choice applies to this page only.
  }
}
