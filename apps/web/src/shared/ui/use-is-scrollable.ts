import { useCallback, useState } from 'react';

/**
 * Whether an element overflows. Such an element needs `tabIndex={0}`, because otherwise Safari users cannot scroll it
 * with the keyboard.
 * @returns a ref for the element, and whether it overflows
 */
export function useIsScrollable(): [(element: HTMLElement) => () => void, boolean] {
  const [isScrollable, setScrollable] = useState(false);
  const ref = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(() => setScrollable(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return [ref, isScrollable];
}
