import { useRef } from 'react';

/** True once `value` has been true. Keeps an opened dialog mounted, so that its closing animation can run. */
export function useEverTrue(value: boolean): boolean {
  const everTrue = useRef(value);
  if (value) everTrue.current = true;
  return everTrue.current;
}
