import type { Video, VideoSource } from '@kinreel/contracts/videos';

/** The parts of a video that the player needs. A recording of this device has a `blob:` URL and nothing else. */
export type PlayableVideo = Pick<
  Video,
  'prompt' | 'url' | 'hls_url' | 'poster_url' | 'preview_url' | 'captions_url' | 'duration'
> &
  Partial<Pick<Video, 'sources' | 'growing' | 'loudness'>>;

/** What a player tries, in this order. Files of this device, and responses that were saved before, have no list. */
export function sourcesOf({ sources, url, hls_url: hls }: Pick<PlayableVideo, 'sources' | 'url' | 'hls_url'>) {
  if (sources) return sources;
  const file: { url: string; type: VideoSource['type'] | '' }[] = url ? [{ url, type: '' }] : [];
  return hls ? [{ url: hls, type: HLS }, ...file] : file;
}

/** Whether there is something to play. A response that was saved by an earlier version has no `growing`. */
export const isWatchable = ({ url, growing }: Pick<PlayableVideo, 'url' | 'growing'>): boolean =>
  Boolean(url || growing);

export const HLS = 'application/vnd.apple.mpegurl';

/** A file that exists only on this device, or is played without renditions and captions. */
export function plainVideo(prompt: string, url: string | null, posterUrl: string | null = null): PlayableVideo {
  return {
    prompt,
    url,
    poster_url: posterUrl,
    hls_url: null,
    preview_url: null,
    captions_url: null,
    duration: null,
  };
}
