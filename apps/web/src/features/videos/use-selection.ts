import type { Permission, Video } from '@kinreel/contracts/videos';
import { useMemo, useState } from 'react';
import { removeIds, toggleId, visibleSelection } from './bulk-actions.ts';

const NONE: never[] = [];

/** Selection of several videos in a list. @param visible the videos that the filter shows; undefined while loading */
export function useSelection(visible: readonly Video[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const selected = useMemo(() => (ids ? visibleSelection(visible ?? NONE, ids) : NONE), [visible, ids]);
  const permissions = new Set(visible?.filter((video) => ids?.has(video.id)).map((video) => video.permission));
  const [permission = ''] = permissions;
  const change = (next: (ids: ReadonlySet<string>) => ReadonlySet<string>) =>
    setIds((before) => before && next(before));
  return {
    active: ids !== null,
    /** Ids of the selected videos that the filter shows. */
    selected,
    /** Their common permission; empty if they differ. */
    permission: (permissions.size === 1 ? permission : '') satisfies Permission | '',
    has: (id: string) => ids?.has(id) ?? false,
    start: () => setIds(new Set()),
    leave: () => setIds(null),
    toggle: (id: string) => change((before) => toggleId(before, id)),
    selectAll: () => change((before) => new Set([...before, ...(visible ?? NONE).map((video) => video.id)])),
    remove: (removed: readonly string[]) => change((before) => removeIds(before, removed)),
  };
}
