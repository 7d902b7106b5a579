import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { TakeOffers } from '../../features/recording/components/take-offers.tsx';
import { putBackSent } from '../../features/recording/take-store.ts';
import { selectUploadFile, selectUploadUnderWay } from '../../features/uploads/uploads.slice.ts';
import { paths } from '../paths.ts';

/** Recordings of this device that were not sent; one that is on its way is none of them. */
export function SavedTakes({ userId, compact }: { userId: string; compact?: boolean }) {
  const navigate = useNavigate();
  const file = useSelector(selectUploadFile);
  const isIdle = !useSelector(selectUploadUnderWay);

  // An upload that was given up leaves its recording here.
  useEffect(() => {
    if (isIdle) putBackSent();
  }, [isIdle]);

  return (
    <TakeOffers
      userId={userId}
      compact={compact}
      onWay={isIdle ? null : file}
      onReview={({ id }) => void navigate(paths.recordTake(id))}
    />
  );
}
