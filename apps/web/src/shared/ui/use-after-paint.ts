import { useEffect, useState } from 'react';

/**
 * Whether something that was asked for may be rendered: once the browser has drawn the pressed button. For layers that take long to render the
 * first time, so that people see at once that their tap was heard. Not for a layer that begins with a text field: a phone opens its keyboard
 * only in the tap itself.
 */
export function useAfterPaint(wanted: boolean): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    let task: ReturnType<typeof setTimeout> | undefined;
    // The frame is drawn between this callback and the next task.
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
