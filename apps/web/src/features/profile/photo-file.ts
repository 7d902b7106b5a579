import { useEffect, useState } from 'react';
import { type Crop, sourceSquare } from './photo-crop.ts';

/** Longest side in pixels of what is sent: twice what is stored, so that nothing is lost on the way. */
const MAX_UPLOAD_SIDE_PX = 1024;

/** JPEG quality of what is sent, of 1. */
const JPEG_QUALITY = 0.92;

/** A chosen file that was opened here. `image` is null where the browser cannot draw it (HEIC in most of them). */
export interface PhotoPreview {
  file: File;
  /** Address of the file for as long as it is chosen. */
  url: string;
  image: HTMLImageElement | null;
}

/** The chosen file as a picture, upright; null before one is chosen and while it is opened. */
export function usePhotoPreview(file: File | null): PhotoPreview | null {
  const [picture, setPicture] = useState<PhotoPreview | null>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    const image = new Image();
    let left = false;
    const opened = (drawable: boolean) => {
      if (!left) setPicture({ file, url, image: drawable ? image : null });
    };
    image.src = url;
    image.decode().then(
      // A drawing may come without a size of its own.
      () => opened(image.naturalWidth > 0 && image.naturalHeight > 0),
      () => opened(false),
    );
    return () => {
      left = true;
      URL.revokeObjectURL(url);
      setPicture(null);
    };
  }, [file]);
  return picture?.file === file ? picture : null;
}

/** Width and height of an image as it is drawn. */
export function imageSize(image: HTMLImageElement) {
  return { width: image.naturalWidth, height: image.naturalHeight };
}

/**
 * The kept square as a JPEG of at most 1024 pixels; null if the browser cannot make one.
 * @throws DOMException where the browser does not give the drawing of a file away (some SVG)
 */
export async function cropToFile(image: HTMLImageElement, crop: Crop): Promise<File | null> {
  const { left, top, side } = sourceSquare(imageSize(image), crop);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(1, Math.min(MAX_UPLOAD_SIDE_PX, Math.round(side)));
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG knows no transparency and would make it black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY));
  return blob && new File([blob], 'photo.jpg', { type: blob.type });
}
