/**
 * Whether somebody has turned the camera upside down at the start of a video. Nothing in a file says so, but the same place is then seen
 * twice, once the other way up. Whether a picture is upside down that never turns, only somebody who knows the place can say.
 */

/** Width and height of the frames, in pixels: enough to recognize a place, too few for its details. */
export const LOOK_SIZE = 32;

/** Frames of each second. */
export const LOOK_RATE = 2;

/** How many seconds of the start are looked at: the latest turn, what it takes, and the frames after it. */
export const LOOK_SECONDS = 14;

/** A turn after so many seconds is not at the start. */
const LATEST_TURN_SECONDS = 10;

/** So many frames before and after the turn are one picture: what moves in them blurs. */
const FRAMES = 2;

/** While the camera turns, so many frames show neither. */
const MOST_TURNING = 3;

/** In pixels, how far the picture may have moved: nobody holds a camera where it was. */
const MOST_MOVED = 6;

/**
 * How alike the turned picture must be, of 1, and how much more alike than as it is. With these nothing is found in real files or where
 * scenes of two follow each other, and four of ten turns, also if the camera has moved and come closer (docs/media.md).
 */
const LEAST_ALIKE = 0.5;
const LEAST_DIFFERENCE = 0.3;

/** The least contrast of a picture, as the standard deviation of 0 to 255: in the dark, noise would look alike. */
const LEAST_CONTRAST = 6;

type Picture = Float64Array;

/**
 * @param frames gray, each of LOOK_SIZE x LOOK_SIZE bytes, LOOK_RATE for each second from the start
 * @returns after how many seconds the picture is upside down, compared with the start; null if it never is
 */
export function turnsAfter(frames: readonly Uint8Array[]): number | null {
  let [most, turned] = [0, null as number | null];
  const last = Math.min(frames.length - FRAMES, LATEST_TURN_SECONDS * LOOK_RATE);
  for (let at = 1; at <= last; at += 1) {
    const before = pictureOf(frames.slice(Math.max(0, at - FRAMES), at));
    for (let after = at; after <= Math.min(at + MOST_TURNING, frames.length - FRAMES); after += 1) {
      const now = pictureOf(frames.slice(after, after + FRAMES));
      if (!before || !now) continue;
      const alike = likeness(before, now.toReversed());
      if (alike <= most || alike < LEAST_ALIKE || alike - likeness(before, now) < LEAST_DIFFERENCE) continue;
      most = alike;
      turned = after / LOOK_RATE;
    }
  }
  return turned;
}

/** The mean of frames, without their brightness and its slope: most pictures are brighter at the top. Null without contrast. */
function pictureOf(frames: readonly Uint8Array[]): Picture | null {
  const center = (LOOK_SIZE - 1) / 2;
  const xOf = (i: number) => (i % LOOK_SIZE) - center;
  const yOf = (i: number) => Math.floor(i / LOOK_SIZE) - center;
  const mean = Float64Array.from({ length: LOOK_SIZE ** 2 }, (_, i) =>
    frames.reduce((sum, frame) => sum + (frame[i] ?? 0) / frames.length, 0),
  );
  const brightness = mean.reduce((sum, value) => sum + value, 0) / mean.length;
  const squares = mean.reduce((sum, _, i) => sum + xOf(i) ** 2, 0);
  const slopeX = mean.reduce((sum, value, i) => sum + value * xOf(i), 0) / squares;
  const slopeY = mean.reduce((sum, value, i) => sum + value * yOf(i), 0) / squares;
  const flat = mean.map((value, i) => value - brightness - slopeX * xOf(i) - slopeY * yOf(i));
  const contrast = Math.sqrt(flat.reduce((sum, value) => sum + value ** 2, 0) / flat.length);
  return contrast < LEAST_CONTRAST ? null : flat;
}

/** How alike two pictures are where one lies best on the other: their highest correlation, of 1. */
function likeness(one: Picture, other: Picture): number {
  let most = -1;
  for (let y = -MOST_MOVED; y <= MOST_MOVED; y += 1) {
    for (let x = -MOST_MOVED; x <= MOST_MOVED; x += 1) most = Math.max(most, correlation(one, other, x, y));
  }
  return most;
}

/** Of what both show, if the other one is moved by so many pixels. */
function correlation(one: Picture, other: Picture, right: number, down: number): number {
  let [product, squareOne, squareOther] = [0, 0, 0];
  for (let y = Math.max(0, down); y < Math.min(LOOK_SIZE, LOOK_SIZE + down); y += 1) {
    for (let x = Math.max(0, right); x < Math.min(LOOK_SIZE, LOOK_SIZE + right); x += 1) {
      const a = one[y * LOOK_SIZE + x] ?? 0;
      const b = other[(y - down) * LOOK_SIZE + x - right] ?? 0;
      product += a * b;
      squareOne += a * a;
      squareOther += b * b;
    }
  }
  return product / Math.sqrt(squareOne * squareOther || 1);
}
