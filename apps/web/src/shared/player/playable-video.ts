import type { Video, VideoSource } from '@kinreel/contracts/videos';

/** The fields of a video that the player needs. A recording on this device only has a `blob:` URL. */
export type PlayableVideo = Pick<
  Video,
  'prompt' | 'url' | 'hls_url' | 'poster_url' | 'preview_url' | 'captions_url' | 'duration'
> &
  Partial<Pick<Video, 'sources' | 'growing' | 'loudness'>>;

/** The sources to try, in this order. Local files and saved responses of earlier versions have no `sources`. */
export function sourcesOf({ sources, url, hls_url: hls }: Pick<PlayableVideo, 'sources' | 'url' | 'hls_url'>) {
  if (sources) return sources;
  const file: { url: string; type: VideoSource['type'] | '' }[] = url ? [{ url, type: '' }] : [];
  return hls ? [{ url: hls, type: HLS }, ...file] : file;
}

/** Whether the video can be watched. Saved responses of earlier versions have no `growing`. */
export const isWatchable = ({ url, growing }: Pick<PlayableVideo, 'url' | 'growing'>): boolean =>
  Boolean(url || growing);

export const HLS = 'application/vnd.apple.mpegurl';

/** A video that is only a file on this device, or is played without renditions and captions. */
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
