import { useRef } from 'react';

/**
 * The content of a dialog, and a number to use as its `key`, so that each opening starts with fresh state. The last
 * content stays during the closing animation.
 * @param current null while closed
 * @returns null before the first opening
 */
export function useOpening<Shown>(current: Shown | null): { shown: Shown; opening: number } | null {
  const last = useRef<{ shown: Shown; opening: number } | null>(null);
  const wasOpen = useRef(false);
  if (current && !wasOpen.current) last.current = { shown: current, opening: (last.current?.opening ?? 0) + 1 };
  wasOpen.current = current !== null;
  return last.current;
}
