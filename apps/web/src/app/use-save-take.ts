import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import type { Take } from '../features/recording/take.ts';
import { keepUnsentTake } from '../features/uploads/unsent-takes.ts';
import { chooseFile } from '../features/uploads/upload-actions.ts';
import { paths } from './paths.ts';

/**
 * Uploads a take of this tab and asks who may see it. The take stays on this device until it is published
 * (release-take.ts). It waits if another video is being uploaded.
 */
export function useSaveTake(userId: string): (take: Take, options?: { replace: boolean }) => void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  return ({ id, file, prompt, place }, options) => {
    dispatch(chooseFile(file, prompt, { kind: 'take', takeId: id }));
    if (place === 'device') keepUnsentTake(userId, { takeId: id });
    void navigate(paths.savedAnswer(id), { ...options, state: { prompt } });
  };
}
