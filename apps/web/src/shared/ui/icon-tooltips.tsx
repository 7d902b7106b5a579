import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';

/** Controls with only an icon. Their name is in `aria-label`. */
const NAMED = 'button[aria-label], a[aria-label], [role="button"][aria-label]';

/** Delays of showing and hiding the tooltip, in milliseconds. */
const SHOW_MS = 400;
const HIDE_MS = 150;

/** Half the maximum width of a tooltip plus the margin to the window's edge, in pixels. */
const HALF_WIDTH = 160;

interface Tooltip {
  name: string;
  /** The center of the control, and the edge where the tooltip is placed, in window pixels. */
  x: number;
  y: number;
  isAbove: boolean;
}

/** The control without visible text that contains this element; null if there is none. */
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
 * Shows the name of an icon button on hover and keyboard focus. One tooltip layer for the whole app, so that buttons
 * need none of their own. Escape hides it. Screen readers read `aria-label`.
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
      // The mouse may move onto the tooltip, for people who zoom in to read it.
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
