import { describe, expect, it } from 'vitest';
import { centeredCrop, clampCrop, MAX_ZOOM, moveCrop, sourceSquare, zoomCrop } from './photo-crop.ts';

const wide = { width: 400, height: 200 };
const tall = { width: 300, height: 900 };

describe('the cropped square of a photo', () => {
  it('[PROF-06] starts centered, as large as the shorter side', () => {
    expect(sourceSquare(wide, centeredCrop(wide))).toEqual({ left: 100, top: 0, side: 200 });
    expect(sourceSquare(tall, centeredCrop(tall))).toEqual({ left: 0, top: 300, side: 300 });
  });

  it('[PROF-06] moves opposite to the picture and stops at its edges', () => {
    const moved = moveCrop(wide, centeredCrop(wide), 0.25, 0.25);
    expect(sourceSquare(wide, moved)).toEqual({ left: 50, top: 0, side: 200 });
    expect(sourceSquare(wide, moveCrop(wide, moved, 9, 0))).toEqual({ left: 0, top: 0, side: 200 });
    expect(sourceSquare(wide, moveCrop(wide, moved, -9, 0))).toEqual({ left: 200, top: 0, side: 200 });
    expect(sourceSquare(tall, moveCrop(tall, centeredCrop(tall), 1, -9))).toEqual({ left: 0, top: 600, side: 300 });
  });

  it('[PROF-06] moves relative to the frame at any zoom', () => {
    const zoomed = zoomCrop(wide, centeredCrop(wide), 2);
    expect(sourceSquare(wide, zoomed)).toEqual({ left: 150, top: 50, side: 100 });
    expect(sourceSquare(wide, moveCrop(wide, zoomed, 0.5, 0.1))).toEqual({ left: 100, top: 40, side: 100 });
  });

  it('[PROF-06] stays within the picture when zooming out', () => {
    const corner = moveCrop(wide, zoomCrop(wide, centeredCrop(wide), MAX_ZOOM), 99, 99);
    expect(sourceSquare(wide, corner)).toEqual({ left: 0, top: 0, side: 50 });
    expect(sourceSquare(wide, zoomCrop(wide, corner, 1))).toEqual({ left: 0, top: 0, side: 200 });
  });

  it('[PROF-06] is never larger than the picture or smaller than the maximum zoom allows', () => {
    expect(clampCrop(wide, { zoom: 0.1, x: -5, y: 5000 })).toEqual({ zoom: 1, x: 100, y: 100 });
    expect(clampCrop(wide, { zoom: 99, x: 5000, y: -5 })).toEqual({ zoom: MAX_ZOOM, x: 375, y: 25 });
    expect(sourceSquare({ width: 1, height: 1 }, { zoom: 1, x: 0, y: 0 })).toEqual({ left: 0, top: 0, side: 1 });
  });
});
