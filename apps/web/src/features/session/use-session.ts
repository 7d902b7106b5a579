import type { User } from '@kinreel/contracts/profile';
import { useSelector } from 'react-redux';
import type { SessionState } from './session.slice.ts';

/** Who is signed in, and whether that is still being found out. Signed in means: there is a user (section 4). */
export function useSession(): { user: User | undefined; isLoading: boolean } {
  const user = useSelector((state: SessionState) => state.user.user);
  const isLoading = useSelector((state: SessionState) => state.user.isLoading);
  return { user, isLoading };
}
