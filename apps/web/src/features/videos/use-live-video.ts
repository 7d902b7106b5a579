import type { Video } from '@kinreel/contracts/videos';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { usePageVisible } from '../../shared/ui/use-page-visible.ts';
import { useGetVideoQuery, videosApi } from './videos.api.ts';

/** Polling interval while the event stream is disconnected, in milliseconds. */
const POLL_MS = 2000;

/**
 * The current state of a video in a list. While it is processing and the tab is visible, progress arrives as server
 * events, or by polling without an event stream. When it is ready or has failed, the lists are refetched.
 */
export function useLiveVideo<T extends Video>(video: T): T {
  const dispatch = useDispatch();
  const visible = usePageVisible();
  const processing = video.status === 'processing';
  const [live, setLive] = useState(false);
  const [eventProgress, setEventProgress] = useState(0);
  const { data, refetch } = useGetVideoQuery(video.id, {
    skip: !processing,
    pollingInterval: visible && !live ? POLL_MS : 0,
    refetchOnMountOrArgChange: true,
  });

  const watched = processing && visible ? video.id : null;
  useEffect(() => {
    if (!watched) return;
    let stop: (() => void) | null = null;
    let unmounted = false;
    import('./video-events.ts').then(
      ({ watchVideo }) => {
        if (unmounted) return;
        stop = watchVideo(watched, {
          onLive() {
            setLive(true);
            refetch(); // events missed while disconnected
          },
          onDisconnected: () => setLive(false),
          onEvent({ status, progress, growing }) {
            if (status === 'processing' && progress && !growing) setEventProgress(progress);
            else refetch();
          },
        });
      },
      () => {}, // polling continues
    );
    return () => {
      unmounted = true;
      stop?.();
      setLive(false);
      setEventProgress(0);
    };
  }, [watched, refetch]);

  const finished = processing && data != null && data.status !== 'processing';
  useEffect(() => {
    if (finished) dispatch(videosApi.util.invalidateTags(['Videos', 'Shares']));
  }, [finished, dispatch]);
  return processing && data ? { ...video, ...data, progress: Math.max(data.progress, eventProgress) } : video;
}
