import Box from '@mui/material/Box';
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { type Crop, MAX_ZOOM, moveCrop, type PictureSize, sourceSquare, zoomCrop } from '../photo-crop.ts';

/** What an arrow key moves the picture by: right and down, in widths of the frame. */
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
};

/** A press that moves by fewer pixels is meant for a place, not for a way. */
const PRESS_SLACK = 6;

interface Point {
  x: number;
  y: number;
}

interface PhotoCropperProps {
  url: string;
  size: PictureSize;
  crop: Crop;
  onCrop: (change: (crop: Crop) => Crop) => void;
  /** While true nothing can be moved. */
  inert: boolean;
}

/**
 * The square that is kept, under the round mask of the profile (PROF-06). The picture is moved by dragging, by the
 * arrow keys or by a press on what shall be in the middle, and brought nearer by the slider or by two fingers.
 */
export function PhotoCropper({ url, size, crop, onCrop, inert }: PhotoCropperProps) {
  const hintId = useId();
  const zoomId = useId();
  const fingers = useRef(new Map<number, Point>());
  const press = useRef<Point | null>(null);
  const { left, top, side } = sourceSquare(size, crop);
  const share = (pixels: number) => `${(pixels / side) * 100}%`;

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, pointOf(event));
    press.current = fingers.current.size === 1 ? pointOf(event) : null;
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!fingers.current.has(event.pointerId)) return;
    const width = event.currentTarget.clientWidth;
    const before = gripOf(fingers.current);
    fingers.current.set(event.pointerId, pointOf(event));
    const after = gripOf(fingers.current);
    if (press.current) {
      if (distance(press.current, after.middle) < PRESS_SLACK) return;
      press.current = null;
    }
    const right = (after.middle.x - before.middle.x) / width;
    const down = (after.middle.y - before.middle.y) / width;
    const nearer = after.spread / before.spread;
    onCrop((from) => moveCrop(size, zoomCrop(size, from, from.zoom * nearer), right, down));
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    if (press.current && fingers.current.has(event.pointerId)) {
      const frame = event.currentTarget.getBoundingClientRect();
      const right = 0.5 - (press.current.x - frame.left) / frame.width;
      const down = 0.5 - (press.current.y - frame.top) / frame.height;
      onCrop((from) => moveCrop(size, from, right, down));
    }
    letGo(event);
  }

  function letGo(event: PointerEvent<HTMLElement>) {
    fingers.current.delete(event.pointerId);
    press.current = null;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const way = ARROWS[event.key];
    if (!way) return;
    event.preventDefault();
    onCrop((from) => moveCrop(size, from, ...way));
  }

  return (
    <Box inert={inert} sx={{ display: 'grid', justifyItems: 'center', gap: 3, mb: 4 }}>
      <Box
        // Arrow keys go to the frame, not to a screen reader's own reading.
        role="application"
        aria-label="Position of your photo"
        aria-describedby={hintId}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={letGo}
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
          alt="You, as others will see you"
          draggable={false}
          style={{
            position: 'absolute',
            maxWidth: 'none',
            width: share(size.width),
            height: share(size.height),
            left: share(-left),
            top: share(-top),
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
        Drag the photo, press what should be in the middle, or use the arrow keys.
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, width: { xs: 240, sm: 280 } }}>
        <Box component="label" htmlFor={zoomId} sx={{ fontWeight: 600 }}>
          Zoom
        </Box>
        <Box
          component="input"
          id={zoomId}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          aria-valuetext={`${Math.round(crop.zoom * 100)}%`}
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

/** How one or two fingers hold the picture: where, and how far apart (1 for one finger). */
function gripOf(fingers: ReadonlyMap<number, Point>): { middle: Point; spread: number } {
  const [first = { x: 0, y: 0 }, second] = fingers.values();
  if (!second) return { middle: first, spread: 1 };
  return {
    middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    spread: Math.max(1, distance(first, second)),
  };
}
