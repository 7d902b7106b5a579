import type { Video } from '@kinreel/contracts/videos';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { usePageVisible } from '../../shared/ui/use-page-visible.ts';
import { useGetVideoQuery, videosApi } from './videos.api.ts';

/** How often a video that is being prepared is asked for where the server does not tell by itself, in milliseconds. */
const POLL_MS = 2000;

/**
 * A video of a list as it is now. While one is being prepared and the tab is visible, the server tells how far it is;
 * where that does not work it is asked for again and again. When it is ready or has failed, the lists are read again.
 */
export function useLiveVideo<T extends Video>(video: T): T {
  const dispatch = useDispatch();
  const visible = usePageVisible();
  const waiting = video.status === 'processing';
  const [live, setLive] = useState(false);
  const [told, setTold] = useState(0);
  const { data, refetch } = useGetVideoQuery(video.id, {
    skip: !waiting,
    pollingInterval: visible && !live ? POLL_MS : 0,
    refetchOnMountOrArgChange: true,
  });

  const watched = waiting && visible ? video.id : null;
  useEffect(() => {
    if (!watched) return;
    let stop: (() => void) | null = null;
    let ended = false;
    import('./video-events.ts').then(
      ({ watchVideo }) => {
        if (ended) return;
        stop = watchVideo(watched, {
          onLive() {
            setLive(true);
            refetch(); // what was missed
          },
          onSilent: () => setLive(false),
          onEvent({ status, progress }) {
            if (status === 'processing') setTold(progress);
            else refetch();
          },
        });
      },
      () => {}, // polling goes on
    );
    return () => {
      ended = true;
      stop?.();
      setLive(false);
      setTold(0);
    };
  }, [watched, refetch]);

  const settled = waiting && data != null && data.status !== 'processing';
  useEffect(() => {
    if (settled) dispatch(videosApi.util.invalidateTags(['Videos', 'Shares']));
  }, [settled, dispatch]);
  return waiting && data ? { ...video, ...data, progress: Math.max(data.progress, told) } : video;
}
