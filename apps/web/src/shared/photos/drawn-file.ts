/** JPEG quality, 0 to 1. */
const JPEG_QUALITY = 0.92;

/**
 * Draws into a canvas and encodes it as JPEG; null if the browser cannot encode it. Sizes in pixels.
 * @throws DOMException if the drawing taints the canvas (some SVG files)
 */
export async function drawnFile(
  { width, height }: { width: number; height: number },
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<File | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG has no transparency: without this, transparent areas would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  draw(context);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY));
  return blob && new File([blob], 'photo.jpg', { type: blob.type });
}
