import type { Video } from '@kinreel/contracts/videos';

/** The parts of a video that the player needs. A recording of this device has a `blob:` URL and nothing else. */
export type PlayableVideo = Pick<
  Video,
  'prompt' | 'url' | 'hls_url' | 'poster_url' | 'preview_url' | 'captions_url' | 'duration'
>;

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
