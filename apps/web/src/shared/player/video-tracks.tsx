import { player as text } from '@kinreel/messages/en/player';
import type { PlayableVideo } from './playable-video.ts';

/** The captions and preview images of a video, as tracks of its element. */
export function VideoTracks({ video }: { video: PlayableVideo }) {
  return (
    <>
      {video.captions_url && <track kind="captions" label={text.captions} src={video.captions_url} default />}
      {/* media-chrome finds the preview images by this label. */}
      {video.preview_url && <track kind="metadata" label="thumbnails" src={video.preview_url} default />}
    </>
  );
}
