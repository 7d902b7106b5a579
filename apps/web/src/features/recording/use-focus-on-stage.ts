import { type RefObject, useEffect, useRef } from 'react';
import type { Stage } from './recorder-state.ts';

/**
 * When the buttons change, moves the focus from the removed one to the new main button, so that keyboard users do not
 * start at the top of the page.
 */
export function useFocusOnStage(stage: Stage): RefObject<HTMLButtonElement | null> {
  const mainButton = useRef<HTMLButtonElement>(null);
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    if (document.activeElement === document.body) mainButton.current?.focus();
  }, [stage]);
  return mainButton;
}
