import { useEffect, useMemo, useState } from 'react';
import { LazyPlayer } from './lazy-player.tsx';
import { plainVideo } from './playable-video.ts';

interface FilePlayerProps {
  file: File;
  /** Accessible name of the player. */
  label: string;
  /** Called if this browser cannot show the file. Without it, the player shows an error. */
  onUnplayable?: () => void;
  /** Called with the aspect ratio, width divided by height. */
  onShape?: (shape: number) => void;
}

/** Plays a file from this device: a take, or a video that is being uploaded. */
export function FilePlayer({ file, label, onUnplayable, onShape }: FilePlayerProps) {
  const [url, setUrl] = useState<string | null>(null);
  const [element, setElement] = useState<HTMLVideoElement | null>(null);

  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);

  useEffect(() => {
    if (!element || !onUnplayable) return;
    const look = () => {
      // Browsers may play only the sound of a video with an unknown codec.
      const isDark = element.readyState >= element.HAVE_METADATA && element.videoWidth === 0;
      if (element.error || isDark) onUnplayable();
    };
    look();
    const events = ['error', 'loadedmetadata'] as const;
    for (const event of events) element.addEventListener(event, look);
    return () => {
      for (const event of events) element.removeEventListener(event, look);
    };
  }, [element, onUnplayable]);

  useEffect(() => {
    if (!element || !onShape) return;
    const look = () => element.videoHeight > 0 && onShape(element.videoWidth / element.videoHeight);
    look();
    element.addEventListener('loadedmetadata', look);
    return () => element.removeEventListener('loadedmetadata', look);
  }, [element, onShape]);

  const video = useMemo(() => plainVideo(label, url), [label, url]);
  return url && <LazyPlayer key={url} video={video} label={label} onElement={setElement} />;
}
