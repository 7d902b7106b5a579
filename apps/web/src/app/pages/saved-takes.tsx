import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { TakeList } from '../../features/recording/components/take-list.tsx';
import { releaseUploadedTakes } from '../../features/recording/take-store.ts';
import { selectUploadFile, selectUploadUnderWay } from '../../features/uploads/uploads.slice.ts';
import { paths } from '../paths.ts';

/** Recordings on this device that were not uploaded, without the one that is being uploaded. */
export function SavedTakes({ userId, compact }: { userId: string; compact?: boolean }) {
  const navigate = useNavigate();
  const file = useSelector(selectUploadFile);
  const isIdle = !useSelector(selectUploadUnderWay);

  // The recording of a canceled upload is still here.
  useEffect(() => {
    if (isIdle) releaseUploadedTakes();
  }, [isIdle]);

  return (
    <TakeList
      userId={userId}
      compact={compact}
      uploading={isIdle ? null : file}
      onWatch={({ id }) => void navigate(paths.recordTake(id))}
    />
  );
}
