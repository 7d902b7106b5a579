import { useEffect, useMemo, useState } from 'react';
import { LazyPlayer } from './lazy-player.tsx';
import { plainVideo } from './playable-video.ts';

interface FilePlayerProps {
  file: File;
  /** Accessible name of the player. */
  label: string;
  /** This browser cannot show the file. Without it, the player says so. */
  onUnplayable?: () => void;
  /** Gets the width of the picture divided by its height. */
  onShape?: (shape: number) => void;
}

/** Plays a file that is on this device: a take, or a video that is being uploaded. */
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
      // Of a film with an unknown codec, browsers may play the sound alone.
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
