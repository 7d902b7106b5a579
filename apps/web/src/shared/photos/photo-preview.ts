import { useEffect, useState } from 'react';

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
