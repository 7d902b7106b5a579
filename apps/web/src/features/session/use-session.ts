import type { User } from '@kinreel/contracts/profile';
import { useSelector } from 'react-redux';
import type { SessionState } from './session.slice.ts';

/** The signed-in user, and whether it is still loading. */
export function useSession(): { user: User | undefined; isLoading: boolean } {
  const user = useSelector((state: SessionState) => state.user.user);
  const isLoading = useSelector((state: SessionState) => state.user.isLoading);
  return { user, isLoading };
}
