import { useRef } from 'react';

/** Whether `value` has ever been true. Keeps an opened dialog mounted for its closing animation. */
export function useEverTrue(value: boolean): boolean {
  const everTrue = useRef(value);
  if (value) everTrue.current = true;
  return everTrue.current;
}
