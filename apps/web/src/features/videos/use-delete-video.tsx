import type { Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import type { RefObject } from 'react';
import { useRemoval } from '../../shared/ui/use-removal.tsx';
import { useDeleteVideoMutation } from './videos.api.ts';

/** Returns the video's id. A stable function reference for hooks. */
export function videoId(video: { id: string }): string {
  return video.id;
}

/** Deletes one of the user's own videos after the confirmation of the specification (VID-04). */
export function useDeleteVideo(rows: readonly Video[], container: RefObject<HTMLElement | null>) {
  const [deleteVideo] = useDeleteVideoMutation();
  return useRemoval<Video>({
    rows,
    idOf: videoId,
    title: text.deleteTitle,
    text: () => text.deleteText,
    action: ({ prompt }) => text.delete({ prompt }),
    remove: (video) => deleteVideo(video.id).unwrap(),
    done: text.deleted,
    container,
  });
}
