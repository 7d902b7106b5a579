import type { Permission } from '@kinreel/contracts/videos';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNotices } from '../../shared/ui/notices.tsx';
import { type Outcome, workThrough } from './many-videos.ts';
import { useDeleteVideoMutation, useUpdatePermissionMutation, videosApi } from './videos.api.ts';

/** What is done to many videos: deleted, or seen by others from now on. */
export type Task = 'delete' | Permission;

/** What did not work, to be tried once more. */
export interface Failure {
  task: Task;
  ids: ReadonlySet<string>;
  error: unknown;
}

/** Deletes many videos or changes who may see them, with the calls for one (VID-03, VID-04). */
export function useManyVideos(onDone: (ids: string[]) => void) {
  const dispatch = useDispatch();
  const notices = useNotices();
  const [deleteVideo] = useDeleteVideoMutation();
  const [updatePermission] = useUpdatePermissionMutation();
  const [progress, setProgress] = useState<{ tried: number; of: number } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const stopper = useRef<AbortController>(null);

  async function perform(task: Task, id: string) {
    if (task === 'delete') {
      await deleteVideo(id).unwrap();
      return;
    }
    await updatePermission({ video_id: id, permission: task }).unwrap();
    // It is saved by now; the list is read again as well.
    await dispatch(videosApi.endpoints.getPermission.initiate(id, { forceRefetch: true, subscribe: false }) as never);
  }

  async function run(task: Task, ids: readonly string[]): Promise<Outcome> {
    const stop = new AbortController();
    stopper.current = stop;
    setFailure(null);
    setProgress({ tried: 0, of: ids.length });
    const tell = (tried: number) => setProgress({ tried, of: ids.length });
    const outcome = await workThrough(ids, (id) => perform(task, id), tell, stop.signal);
    setProgress(null);
    onDone(outcome.done);
    if (outcome.failed.length > 0) {
      setFailure({ task, ids: new Set(outcome.failed), error: outcome.error });
      // One that is gone already leaves the list by this.
      dispatch(videosApi.util.invalidateTags(['Videos', 'Shares']));
    }
    const { length } = outcome.done;
    if (length > 0) {
      const what = length === 1 ? '1 video is' : `${length} videos are`;
      notices.success({ title: `${what} ${task === 'delete' ? 'deleted' : 'changed'}` });
    }
    return outcome;
  }

  return { run, progress, failure, stop: () => stopper.current?.abort() };
}
