import { useEffect, useRef, useState } from 'react';
import { hasUnsavedWork } from '../../shared/unsaved-work.ts';

/** Update interval in milliseconds. */
const TICK_MS = 200;

/** Elements that cover the page or wait for an answer. */
const OPEN_OVERLAY = '[role=dialog], [role=alertdialog], [role=menu]';

/** Whether the end of the countdown would interrupt the person. */
const isOccupied = () =>
  document.hidden ||
  hasUnsavedWork() ||
  document.querySelector(OPEN_OVERLAY) !== null ||
  document.activeElement?.matches('input, textarea, select') === true;

/**
 * Counts down while `active` and then calls `onEnd`. Other actions of the person stop it: a key other than Enter or
 * Space, scrolling, a touch or press outside `[data-countdown]`, opening a dialog, or leaving the tab. It does not
 * start while the person is in a field or has unsaved work.
 * @returns seconds left; null after it was stopped
 */
export function useCountdown(seconds: number, active: boolean, onEnd: () => void) {
  const [left, setLeft] = useState<number | null>(active ? seconds : null);
  const latest = useRef(onEnd);
  latest.current = onEnd;

  useEffect(() => {
    if (!active || isOccupied()) {
      setLeft(null);
      return;
    }
    setLeft(seconds);
    const end = performance.now() + seconds * 1000;
    const stop = () => {
      clearInterval(timer);
      setLeft(null);
    };
    const timer = setInterval(() => {
      if (isOccupied()) return stop();
      const rest = end - performance.now();
      if (rest > 0) return setLeft(Math.ceil(rest / 1000));
      clearInterval(timer);
      latest.current();
    }, TICK_MS);
    const onInput = (event: Event) => {
      const inside = event.target instanceof Element && event.target.closest('[data-countdown]');
      const isOtherKey = event instanceof KeyboardEvent && !['Enter', ' '].includes(event.key);
      if (!inside || isOtherKey) stop();
    };
    const events = ['keydown', 'wheel', 'touchmove', 'pointerdown'] as const;
    for (const name of events) document.addEventListener(name, onInput, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      for (const name of events) document.removeEventListener(name, onInput, { capture: true });
    };
  }, [active, seconds]);

  return left;
}
