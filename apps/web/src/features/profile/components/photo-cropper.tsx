import { profile as text } from '@kinreel/messages/en/profile';
import Box from '@mui/material/Box';
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { formatPercent } from '../../../shared/format/numbers.ts';
import { type Crop, MAX_ZOOM, moveCrop, type PictureSize, sourceSquare, zoomCrop } from '../photo-crop.ts';

/** Movement per arrow key: right and down, as a fraction of the frame width. */
const ARROW_STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
};

/** A pointer that moves less than this many pixels is a tap, not a drag. */
const TAP_TOLERANCE_PX = 6;

interface Point {
  x: number;
  y: number;
}

interface PhotoCropperProps {
  url: string;
  size: PictureSize;
  crop: Crop;
  onCrop: (change: (crop: Crop) => Crop) => void;
  /** Disables the controls. */
  inert: boolean;
}

/**
 * Chooses the square of the photo to keep (PROF-06). Drag it, press the arrow keys or tap a point to center it. Zoom
 * with the slider or by pinching.
 */
export function PhotoCropper({ url, size, crop, onCrop, inert }: PhotoCropperProps) {
  const hintId = useId();
  const zoomId = useId();
  const pointers = useRef(new Map<number, Point>());
  const tap = useRef<Point | null>(null);
  const { left, top, side } = sourceSquare(size, crop);
  const percent = (pixels: number) => `${(pixels / side) * 100}%`;

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, pointOf(event));
    tap.current = pointers.current.size === 1 ? pointOf(event) : null;
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!pointers.current.has(event.pointerId)) return;
    const width = event.currentTarget.clientWidth;
    const before = pinchOf(pointers.current);
    pointers.current.set(event.pointerId, pointOf(event));
    const after = pinchOf(pointers.current);
    if (tap.current) {
      if (distance(tap.current, after.middle) < TAP_TOLERANCE_PX) return;
      tap.current = null;
    }
    const right = (after.middle.x - before.middle.x) / width;
    const down = (after.middle.y - before.middle.y) / width;
    const scale = after.spread / before.spread;
    onCrop((from) => moveCrop(size, zoomCrop(size, from, from.zoom * scale), right, down));
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    if (tap.current && pointers.current.has(event.pointerId)) {
      const frame = event.currentTarget.getBoundingClientRect();
      const right = 0.5 - (tap.current.x - frame.left) / frame.width;
      const down = 0.5 - (tap.current.y - frame.top) / frame.height;
      onCrop((from) => moveCrop(size, from, right, down));
    }
    releasePointer(event);
  }

  function releasePointer(event: PointerEvent<HTMLElement>) {
    pointers.current.delete(event.pointerId);
    tap.current = null;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = ARROW_STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    onCrop((from) => moveCrop(size, from, ...step));
  }

  return (
    <Box inert={inert} sx={{ display: 'grid', justifyItems: 'center', gap: 3, mb: 4 }}>
      <Box
        // Makes screen readers pass the arrow keys to this element.
        role="application"
        aria-label={text.photoPosition}
        aria-describedby={hintId}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={releasePointer}
        sx={{
          position: 'relative',
          width: { xs: 240, sm: 280 },
          aspectRatio: '1',
          overflow: 'hidden',
          borderRadius: '12px',
          bgcolor: 'common.white',
          cursor: 'move',
          touchAction: 'none',
          userSelect: 'none',
        }}
      >
        <img
          src={url}
          alt={text.photoPreview}
          draggable={false}
          style={{
            position: 'absolute',
            maxWidth: 'none',
            width: percent(size.width),
            height: percent(size.height),
            left: percent(-left),
            top: percent(-top),
          }}
        />
        <Box
          aria-hidden
          sx={(theme) => ({
            position: 'absolute',
            inset: 0,
            borderRadius: '50%',
            border: '2px solid #fff',
            boxShadow: `0 0 0 200px ${theme.vars.palette.scrim}`,
            pointerEvents: 'none',
          })}
        />
      </Box>
      <Box id={hintId} sx={{ color: 'text.secondary', fontSize: '1rem', textAlign: 'center', textWrap: 'balance' }}>
        {text.photoMove}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, width: { xs: 240, sm: 280 } }}>
        <Box component="label" htmlFor={zoomId} sx={{ fontWeight: 600 }}>
          {text.zoom}
        </Box>
        <Box
          component="input"
          id={zoomId}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          aria-valuetext={formatPercent(crop.zoom * 100)}
          onChange={(event) => {
            const zoom = Number(event.target.value);
            onCrop((from) => zoomCrop(size, from, zoom));
          }}
          sx={{ flex: 1, minWidth: 0, height: 44, m: 0, accentColor: 'var(--mui-palette-accent-main)' }}
        />
      </Box>
    </Box>
  );
}

function pointOf(event: PointerEvent): Point {
  return { x: event.clientX, y: event.clientY };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Center of one or two pointers, and their distance in pixels (1 for a single pointer). */
function pinchOf(pointers: ReadonlyMap<number, Point>): { middle: Point; spread: number } {
  const [first = { x: 0, y: 0 }, second] = pointers.values();
  if (!second) return { middle: first, spread: 1 };
  return {
    middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    spread: Math.max(1, distance(first, second)),
  };
}
