/** Which part of a picture is kept as the profile photo (PROF-06). Pure geometry, in pixels of the picture. */

/** Width and height of the picture as it is seen, upright. */
export interface PictureSize {
  width: number;
  height: number;
}

/** The kept square: `zoom` 1 is the largest that fits, 2 is half as wide; `x` and `y` are its centre. */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

/** Nearest that a picture can be brought: a face in a group is then still drawn from enough pixels. */
export const MAX_ZOOM = 4;

/** The middle of the picture, as large as it can be. */
export function centeredCrop({ width, height }: PictureSize): Crop {
  return { zoom: 1, x: width / 2, y: height / 2 };
}

/** The allowed crop nearest to this one: the square never reaches beyond the picture. */
export function clampCrop(size: PictureSize, crop: Crop): Crop {
  const zoom = between(1, crop.zoom, MAX_ZOOM);
  const half = sideOf(size, zoom) / 2;
  return {
    zoom,
    x: between(half, crop.x, size.width - half),
    y: between(half, crop.y, size.height - half),
  };
}

/** The picture moved under the frame: right and down are positive, 1 is the width of the frame. */
export function moveCrop(size: PictureSize, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(size, crop.zoom);
  return clampCrop(size, { ...crop, x: crop.x - right * side, y: crop.y - down * side });
}

/** Nearer or farther around the centre of the frame. */
export function zoomCrop(size: PictureSize, crop: Crop, zoom: number): Crop {
  return clampCrop(size, { ...crop, zoom });
}

/** The square that is cut out of the picture. */
export function sourceSquare(size: PictureSize, crop: Crop): { left: number; top: number; side: number } {
  const { zoom, x, y } = clampCrop(size, crop);
  const side = sideOf(size, zoom);
  return { left: x - side / 2, top: y - side / 2, side };
}

function sideOf({ width, height }: PictureSize, zoom: number): number {
  return Math.min(width, height) / zoom;
}

function between(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
