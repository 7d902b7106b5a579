import { useState } from 'react';

/** Key of the setting that the next video of a list starts by itself. */
export const PLAYS_NEXT = 'kinreel.play-next';

/**
 * A setting of this browser, on by default. Without storage, it applies to this page only.
 * @param key in local storage
 */
export function usePreference(key: string): [on: boolean, setOn: (on: boolean) => void] {
  const [on, setOn] = useState(() => read(key));
  return [
    on,
    (value) => {
      save(key, value);
      setOn(value);
    },
  ];
}

function read(key: string): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

function save(key: string, on: boolean): void {
  try {
    localStorage.setItem(key, on ? 'on' : 'off');
  } catch {
    // The component's state keeps the choice.
  }
}
