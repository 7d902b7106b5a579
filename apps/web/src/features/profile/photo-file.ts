import { useEffect, useState } from 'react';
import { type Crop, sourceSquare } from './photo-crop.ts';

/** Side of the uploaded square in pixels: twice the stored size, so that the server scales down from enough detail. */
const MAX_UPLOAD_SIDE_PX = 1024;

/** JPEG quality of the upload, 0 to 1. */
const JPEG_QUALITY = 0.92;

/** A chosen file, decoded for the preview. `image` is null if the browser cannot decode it. */
export interface PhotoPreview {
  file: File;
  /** Object URL, revoked when another file is chosen. */
  url: string;
  image: HTMLImageElement | null;
}

/** Decodes the chosen file; null without a file and while decoding. */
export function usePhotoPreview(file: File | null): PhotoPreview | null {
  const [preview, setPreview] = useState<PhotoPreview | null>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    const image = new Image();
    let cancelled = false;
    const onDecoded = (decoded: boolean) => {
      if (!cancelled) setPreview({ file, url, image: decoded ? image : null });
    };
    image.src = url;
    image.decode().then(
      // An SVG may have no intrinsic size.
      () => onDecoded(image.naturalWidth > 0 && image.naturalHeight > 0),
      () => onDecoded(false),
    );
    return () => {
      cancelled = true;
      URL.revokeObjectURL(url);
      setPreview(null);
    };
  }, [file]);
  return preview?.file === file ? preview : null;
}

/** Intrinsic size of a decoded image. */
export function imageSize(image: HTMLImageElement) {
  return { width: image.naturalWidth, height: image.naturalHeight };
}

/**
 * Crops the image to a square JPEG of at most 1024 pixels; null if the browser cannot encode it.
 * @throws DOMException if the image taints the canvas (some SVG files)
 */
export async function cropToFile(image: HTMLImageElement, crop: Crop): Promise<File | null> {
  const { left, top, side } = sourceSquare(imageSize(image), crop);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(1, Math.min(MAX_UPLOAD_SIDE_PX, Math.round(side)));
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG has no transparency: without this, transparent areas would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY));
  return blob && new File([blob], 'photo.jpg', { type: blob.type });
}
