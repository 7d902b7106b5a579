import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';

/** Controls that show a picture only: their name is in `aria-label`. */
const NAMED = 'button[aria-label], a[aria-label], [role="button"][aria-label]';

/** How long the mouse rests on a picture before its name appears, and stays after it has left, in milliseconds. */
const SHOW_MS = 400;
const HIDE_MS = 150;

/** Half the width of the longest tooltip plus the distance to the edge of the window, in pixels. */
const HALF_WIDTH = 160;

interface Tooltip {
  name: string;
  /** The middle of the control, and the edge at which the tooltip lies, in pixels of the window. */
  x: number;
  y: number;
  isAbove: boolean;
}

/** The control without visible text that contains an element; null if there is none. */
function namedPicture(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest(NAMED) : null;
  return control && control.textContent?.trim() === '' ? control : null;
}

function tooltipOf(control: Element): Tooltip {
  const { left, right, top, bottom } = control.getBoundingClientRect();
  const isAbove = bottom + 60 > window.innerHeight;
  const middle = Math.max(HALF_WIDTH, Math.min((left + right) / 2, window.innerWidth - HALF_WIDTH));
  return { name: control.getAttribute('aria-label') ?? '', x: middle, y: isAbove ? top - 8 : bottom + 8, isAbove };
}

/**
 * Shows the name of every button that has only a picture, when the mouse rests on it or the keyboard reaches it. One layer
 * for the whole app, so that no button needs one of its own. Escape hides it. Screen readers read the name anyway.
 */
export function IconTooltips() {
  const [tooltip, setTooltip] = useState<Tooltip | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    let current: Element | null = null;
    const later = (run: () => void, ms: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(run, ms);
    };
    const hide = () => {
      current = null;
      clearTimeout(timer.current);
      setTooltip(null);
    };
    const show = (control: Element) => {
      if (control.isConnected) setTooltip(tooltipOf(control));
    };
    const onPointerOver = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      const control = namedPicture(target);
      if (control === current) return;
      current = control;
      if (control) later(() => show(control), SHOW_MS);
      else later(hide, HIDE_MS);
    };
    const onFocus = ({ target }: FocusEvent) => {
      const control = namedPicture(target);
      if (!control?.matches(':focus-visible')) return;
      current = control;
      later(() => show(control), 0);
    };
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
    document.addEventListener('pointerover', onPointerOver);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', hide);
    document.addEventListener('pointerdown', hide, true);
    document.addEventListener('keydown', onKey, true);
    window.addEventListener('scroll', hide, true);
    return () => {
      hide();
      document.removeEventListener('pointerover', onPointerOver);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('pointerdown', hide, true);
      document.removeEventListener('keydown', onKey, true);
      window.removeEventListener('scroll', hide, true);
    };
  }, []);

  if (!tooltip) return null;
  const { name, x, y, isAbove } = tooltip;
  return (
    <Box
      aria-hidden
      data-tooltip
      // Whoever enlarges the screen can move the mouse onto it to read it.
      onPointerEnter={() => clearTimeout(timer.current)}
      onPointerLeave={() => setTooltip(null)}
      sx={{
        position: 'fixed',
        left: x,
        top: y,
        translate: isAbove ? '-50% -100%' : '-50%',
        zIndex: 'tooltip',
        px: 2.5,
        py: 1.25,
        maxWidth: 2 * HALF_WIDTH - 16,
        borderRadius: '8px',
        border: '1px solid transparent',
        boxShadow: 2,
        bgcolor: 'text.primary',
        color: 'background.paper',
        fontSize: '1rem',
        lineHeight: 1.3,
        textAlign: 'center',
      }}
    >
      {name}
    </Box>
  );
}
