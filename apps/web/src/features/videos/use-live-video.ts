import type { Video } from '@kinreel/contracts/videos';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { usePageVisible } from '../../shared/ui/use-page-visible.ts';
import { useGetVideoQuery, videosApi } from './videos.api.ts';

/** How often a video that is being prepared is asked for, in milliseconds. */
const POLL_MS = 2000;

/**
 * A video of a list as it is now. One that is being prepared is asked for again and again while the tab is visible;
 * when it is ready or has failed, the lists are read again.
 */
export function useLiveVideo<T extends Video>(video: T): T {
  const dispatch = useDispatch();
  const visible = usePageVisible();
  const waiting = video.status === 'processing';
  const { data } = useGetVideoQuery(video.id, {
    skip: !waiting,
    pollingInterval: visible ? POLL_MS : 0,
    refetchOnMountOrArgChange: true,
  });
  const settled = waiting && data != null && data.status !== 'processing';
  useEffect(() => {
    if (settled) dispatch(videosApi.util.invalidateTags(['Videos', 'Shares']));
  }, [settled, dispatch]);
  return waiting && data ? { ...video, ...data } : video;
}
