import { profile as text } from '@kinreel/messages/en/profile';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderComponent } from '../../../testing/render-component.tsx';
import { centeredCrop } from '../photo-crop.ts';
import { PhotoCropper } from './photo-cropper.tsx';

/** Size of a photo, twice as wide as high. */
const SIZE = { width: 600, height: 300 };
const PHOTO = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><rect width="300" height="300" fill="red"/></svg>`,
)}`;

function Cropper({ inert }: { inert: boolean }) {
  const [crop, setCrop] = useState(() => centeredCrop(SIZE));
  return <PhotoCropper url={PHOTO} size={SIZE} crop={crop} onCrop={setCrop} inert={inert} />;
}

async function showCropper(inert = false) {
  const screen = await renderComponent(<Cropper inert={inert} />);
  const photo = screen.getByRole('img', { name: text.photoPreview });
  const frame = screen.getByRole('application', { name: text.photoPosition });
  await expect.element(photo).toBeVisible();
  return {
    screen,
    frame: frame.element() as HTMLElement,
    zoom: screen.getByRole('slider', { name: text.zoom }),
    /** Distance from the photo's left edge to the frame's, and the photo's width, both in frame widths. */
    view: () => {
      const [image, square] = [photo.element(), frame.element()].map((element) => element.getBoundingClientRect());
      if (!image || !square) throw new Error('The photo is not shown');
      const parts = [(square.left - image.left) / square.width, image.width / square.width];
      return parts.map((part) => Math.abs(Math.round(part * 10) / 10));
    },
  };
}

/**
 * Simulates a mouse or finger that is pressed at the first point and moves to the others. Points are in CSS pixels from
 * the frame's top left corner.
 */
function drag(frame: HTMLElement, ...points: [x: number, y: number][]): void {
  const { left, top } = frame.getBoundingClientRect();
  // A synthetic pointer cannot be captured.
  frame.setPointerCapture = () => undefined;
  const fire = (type: string, [x, y]: [number, number]) =>
    frame.dispatchEvent(
      new PointerEvent(type, { pointerId: 1, clientX: left + x, clientY: top + y, button: 0, bubbles: true }),
    );
  const [first = [0, 0], ...rest] = points;
  fire('pointerdown', first);
  for (const point of rest) fire('pointermove', point);
  fire('pointerup', points.at(-1) ?? first);
}

test('[PROF-06] the photo is centered initially; arrow keys move it up to its edge', async () => {
  const { frame, view } = await showCropper();
  expect(view()).toEqual([0.5, 2]);
  frame.focus();
  await userEvent.keyboard('{ArrowRight>12/}');
  await expect.poll(view).toEqual([0, 2]);
  await userEvent.keyboard('{ArrowLeft>2/}');
  await expect.poll(view).toEqual([0.1, 2]);
});

test('[PROF-06] the slider zooms around the center of the frame', async () => {
  const { zoom, view } = await showCropper();
  (zoom.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight>20/}');
  await expect.poll(view).toEqual([1.5, 4]);
  await expect.element(zoom).toHaveAttribute('aria-valuetext', '200%');
});

test('[PROF-06] the photo follows a drag, and a tapped point moves to the center', async () => {
  const { frame, view } = await showCropper();
  const side = frame.clientWidth;
  drag(frame, [side / 2, 100], [side / 2 - 20, 100], [side * 0.3, 100]);
  await expect.poll(view).toEqual([0.7, 2]);
  drag(frame, [side * 0.2, 100]);
  await expect.poll(view).toEqual([0.4, 2]);
});

test('[PROF-06] the controls are disabled while the photo is uploaded', async () => {
  const { frame, view } = await showCropper(true);
  frame.focus();
  expect(document.activeElement).not.toBe(frame);
  await userEvent.keyboard('{ArrowRight>12/}');
  expect(view()).toEqual([0.5, 2]);
});
