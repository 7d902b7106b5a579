/** Geometry for cropping the profile photo to a square (PROF-06). All values are in pixels of the picture. */

/** Width and height of the picture after applying its EXIF orientation. */
export interface PictureSize {
  width: number;
  height: number;
}

/** The cropped square. `zoom` 1 is the largest that fits, 2 is half as wide; `x` and `y` are its center. */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

/** Limits the zoom so that a face cropped from a group photo still has enough pixels. */
export const MAX_ZOOM = 4;

/** The largest square in the center of the picture. */
export function centeredCrop({ width, height }: PictureSize): Crop {
  return { zoom: 1, x: width / 2, y: height / 2 };
}

/** Limits a crop to the picture and the allowed zoom. */
export function clampCrop(size: PictureSize, crop: Crop): Crop {
  const zoom = clamp(1, crop.zoom, MAX_ZOOM);
  const half = sideOf(size, zoom) / 2;
  return {
    zoom,
    x: clamp(half, crop.x, size.width - half),
    y: clamp(half, crop.y, size.height - half),
  };
}

/** Moves the picture under the frame. `right` and `down` are fractions of the frame width. */
export function moveCrop(size: PictureSize, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(size, crop.zoom);
  return clampCrop(size, { ...crop, x: crop.x - right * side, y: crop.y - down * side });
}

/** Zooms around the center of the frame. */
export function zoomCrop(size: PictureSize, crop: Crop, zoom: number): Crop {
  return clampCrop(size, { ...crop, zoom });
}

/** The square to cut out of the picture. */
export function sourceSquare(size: PictureSize, crop: Crop): { left: number; top: number; side: number } {
  const { zoom, x, y } = clampCrop(size, crop);
  const side = sideOf(size, zoom);
  return { left: x - side / 2, top: y - side / 2, side };
}

function sideOf({ width, height }: PictureSize, zoom: number): number {
  return Math.min(width, height) / zoom;
}

function clamp(min: number, value: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
