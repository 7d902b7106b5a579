import type { Permission } from '@kinreel/contracts/videos';
import { library as text } from '@kinreel/messages/en/library';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNotices } from '../../shared/ui/notices.tsx';
import { type BulkResult, runBulk } from './bulk-actions.ts';
import { useDeleteVideoMutation, useUpdatePermissionMutation, videosApi } from './videos.api.ts';

/** A bulk action: delete, or set this permission. */
export type BulkAction = 'delete' | Permission;

/** The failed items of a bulk action, for Retry. */
export interface BulkFailure {
  action: BulkAction;
  ids: ReadonlySet<string>;
  error: unknown;
}

/** Deletes several videos or changes their permission, with one API call per video (VID-03, VID-04). */
export function useBulkActions(onDone: (ids: string[]) => void) {
  const dispatch = useDispatch();
  const notices = useNotices();
  const [deleteVideo] = useDeleteVideoMutation();
  const [updatePermission] = useUpdatePermissionMutation();
  const [progress, setProgress] = useState<{ completed: number; total: number } | null>(null);
  const [failure, setFailure] = useState<BulkFailure | null>(null);
  const abort = useRef<AbortController>(null);

  async function perform(action: BulkAction, id: string) {
    if (action === 'delete') {
      await deleteVideo(id).unwrap();
      return;
    }
    await updatePermission({ video_id: id, permission: action }).unwrap();
    // Refreshes the permission of the card. Never rejects: the change is saved even if this request fails.
    await dispatch(videosApi.endpoints.getPermission.initiate(id, { forceRefetch: true, subscribe: false }) as never);
  }

  async function run(action: BulkAction, ids: readonly string[]): Promise<BulkResult> {
    const stop = new AbortController();
    abort.current = stop;
    setFailure(null);
    setProgress({ completed: 0, total: ids.length });
    const onProgress = (completed: number) => setProgress({ completed, total: ids.length });
    const result = await runBulk(ids, (id) => perform(action, id), onProgress, stop.signal);
    setProgress(null);
    onDone(result.done);
    if (result.failed.length > 0) {
      setFailure({ action, ids: new Set(result.failed), error: result.error });
      // Refetch, so that videos deleted elsewhere are removed.
      dispatch(videosApi.util.invalidateTags(['Videos', 'Shares']));
    }
    const { length } = result.done;
    if (length > 0) {
      notices.success({
        title: action === 'delete' ? text.deleted({ count: length }) : text.changed({ count: length }),
      });
    }
    return result;
  }

  return { run, progress, failure, stop: () => abort.current?.abort() };
}
