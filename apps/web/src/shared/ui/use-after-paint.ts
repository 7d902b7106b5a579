import { useEffect, useState } from 'react';

/**
 * Delays rendering until the browser has painted the pressed button. For layers whose first render is slow, so that
 * people see immediate feedback. Not for a layer that focuses a text field: phones open the keyboard only during the
 * tap.
 */
export function useAfterPaint(wanted: boolean): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    let task: ReturnType<typeof setTimeout> | undefined;
    // The frame is painted between this callback and the next task.
    const frame = requestAnimationFrame(() => {
      task = setTimeout(() => setDrawn(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(task);
      setDrawn(false);
    };
  }, [wanted]);
  return wanted && drawn;
}
