import { useRef } from 'react';

/** True from the first time that `value` is: a dialog once opened stays drawn, so that it can close by moving away. */
export function useEverTrue(value: boolean): boolean {
  const once = useRef(value);
  if (value) once.current = true;
  return once.current;
}
