import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';

/** Handlers for the frame of a player: a tap that reveals hidden controls does not press one of them. */
export function useHiddenControlsGuard(frame: RefObject<HTMLElement | null>) {
  const revealing = useRef(false);
  return {
    onPointerDownCapture({ pointerType }: PointerEvent) {
      const hidden = frame.current?.querySelector('media-controller[userinactive]:not([mediapaused])');
      revealing.current = pointerType === 'touch' && Boolean(hidden);
    },
    onClickCapture(event: MouseEvent) {
      // The controls appear under the finger before it is lifted.
      if (revealing.current && (event.target as Element).closest('.control-bar')) event.stopPropagation();
      revealing.current = false;
    },
  };
}
