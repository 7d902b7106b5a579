import { type RefObject, useEffect, useState } from 'react';

/** Time without input in milliseconds until the controls count as unused. */
const IDLE_AFTER_MS = 4000;

/** Whether there was no pointer or keyboard input for a while. Always false unless `active`. */
export function useIdle(frame: RefObject<HTMLElement | null>, active: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!active || !element) return;
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      clearTimeout(timer);
      setIdle(false);
      timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    };
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'];
    for (const event of events) element.addEventListener(event, wake);
    wake();
    return () => {
      clearTimeout(timer);
      setIdle(false);
      for (const event of events) element.removeEventListener(event, wake);
    };
  }, [frame, active]);
  return idle;
}
