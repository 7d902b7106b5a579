import { useEffect, useState } from 'react';

/**
 * Whether a dialog or menu hides this element from screen readers, also during its closing animation. Live regions are
 * not announced then.
 * @param element inside the page or a portal in the body
 */
export function useIsCovered(element: Element | null): boolean {
  const [isCovered, setCovered] = useState(false);
  useEffect(() => {
    let root = element;
    while (root?.parentElement && root.parentElement !== document.body) root = root.parentElement;
    if (!root) return;
    const update = () => setCovered(root.getAttribute('aria-hidden') === 'true');
    update();
    const observer = new MutationObserver(update);
    observer.observe(root, { attributes: true, attributeFilter: ['aria-hidden'] });
    return () => observer.disconnect();
  }, [element]);
  return isCovered;
}
