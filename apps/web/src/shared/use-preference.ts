import { useState } from 'react';

/**
 * A choice that this browser remembers: on, unless it was turned off. Without storage, it holds for this page only.
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
    // The state of the page has it.
  }
}
