import { useEffect, useMemo, useState } from 'react';
import { LazyPlayer } from '../../../shared/player/lazy-player.tsx';
import { plainVideo } from '../../../shared/player/playable-video.ts';

/** Plays a take from this device. */
export function TakePlayer({ file, label }: { file: File; label: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  const video = useMemo(() => plainVideo(label, url), [label, url]);
  return url && <LazyPlayer key={url} video={video} label={label} />;
}
