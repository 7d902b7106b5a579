import { messages } from '@kinreel/contracts/messages';
import type { Video } from '@kinreel/contracts/videos';
import type { RefObject } from 'react';
import { useRemoval } from '../../shared/ui/use-removal.tsx';
import { useDeleteVideoMutation } from './videos.api.ts';

/** A video's own id; stable, for lists of videos. */
export function videoId(video: { id: string }): string {
  return video.id;
}

/** Deleting one of the own videos: asked with the words of the specification (VID-04). */
export function useDeleteVideo(rows: readonly Video[], container: RefObject<HTMLElement | null>) {
  const [deleteVideo] = useDeleteVideoMutation();
  return useRemoval<Video>({
    rows,
    idOf: videoId,
    title: messages.video.deleteTitle,
    text: () => messages.video.deleteText,
    remove: (video) => deleteVideo(video.id).unwrap(),
    done: 'The video is deleted',
    container,
  });
}
