import { drawnFile } from '../../shared/photos/drawn-file.ts';
import { imageSize } from '../../shared/photos/photo-preview.ts';
import { type Crop, sourceSquare } from './photo-crop.ts';

/** Maximum side of the uploaded square in pixels: twice the stored size, so that the server has enough detail. */
const MAX_UPLOAD_SIDE_PX = 1024;

/**
 * Crops the image to a square JPEG of at most 1024 pixels; null if the browser cannot encode it.
 * @throws DOMException if the image taints the canvas (some SVG files)
 */
export async function cropToFile(image: HTMLImageElement, crop: Crop): Promise<File | null> {
  const { left, top, side } = sourceSquare(imageSize(image), crop);
  const to = Math.max(1, Math.min(MAX_UPLOAD_SIDE_PX, Math.round(side)));
  return drawnFile({ width: to, height: to }, (context) =>
    context.drawImage(image, left, top, side, side, 0, 0, to, to),
  );
}
