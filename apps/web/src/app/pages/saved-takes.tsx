import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { TakeList } from '../../features/recording/components/take-list.tsx';
import { claimTake } from '../../features/recording/take-store.ts';
import { selectUploadedTakes } from '../../features/uploads/uploads-selectors.ts';
import { paths } from '../paths.ts';
import { useSaveTake } from '../use-save-take.ts';

/** Recordings on this device that are neither uploaded nor being uploaded. */
export function SavedTakes({ userId, compact }: { userId: string; compact?: boolean }) {
  const navigate = useNavigate();
  const uploading = useSelector(selectUploadedTakes);
  const saveTake = useSaveTake(userId);
  return (
    <TakeList
      userId={userId}
      compact={compact}
      uploading={uploading}
      onSave={({ id }) => void claimTake(id, userId).then((take) => take && saveTake(take))}
      onWatch={({ id }) => void navigate(paths.recordTake(id))}
    />
  );
}
