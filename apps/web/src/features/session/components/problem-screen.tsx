import { Suspense } from 'react';
import { useSelector } from 'react-redux';
import { lazyComponent } from '../../../shared/lazy-component.ts';
import { LoadingState } from '../../../shared/ui/states.tsx';
import type { SessionState } from '../session.slice.ts';

const CompleteProfileScreen = lazyComponent(() => import('./complete-profile-screen.tsx'), 'CompleteProfileScreen');
const OtherAddressScreen = lazyComponent(() => import('./other-address-screen.tsx'), 'OtherAddressScreen');
const LeavingScreen = lazyComponent(() => import('./leaving-screen.tsx'), 'LeavingScreen');

/**
 * Replaces every page if the account has no profile yet, has a scheduled deletion or is turned off, or if the site has
 * another address.
 */
export function ProblemScreen() {
  const problem = useSelector((state: SessionState) => state.user.problem);
  return (
    <Suspense fallback={<LoadingState />}>
      {problem === 'profile.missing' ? (
        <CompleteProfileScreen />
      ) : problem === 'address.other' ? (
        <OtherAddressScreen />
      ) : (
        <LeavingScreen />
      )}
    </Suspense>
  );
}
