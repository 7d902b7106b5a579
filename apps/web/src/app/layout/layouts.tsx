import { Suspense } from 'react';
import { Outlet } from 'react-router';
import {
  FullPageSpinner,
  RequireSession,
  SessionProblems,
} from '../../features/session/components/require-session.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageFrame } from './page-frame.tsx';
import { SignedOutHeader } from './signed-out-header.tsx';
import { useRouteFocus } from './use-route-focus.ts';

/** The frame with everything a signed-in person has; visitors need none of it. */
export const loadSignedInLayout = () => import('./signed-in-layout.tsx');
const SignedInLayout = lazyComponent(loadSignedInLayout, 'SignedInLayout');

/** Around every page of the app. */
export function RootLayout() {
  useRouteFocus();
  return (
    <ErrorBoundary>
      <ConnectionBanner />
      <Suspense fallback={<FullPageSpinner />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Pages that need a signed-in person; anybody else sees the login screen in their place (ROUTE-15). */
export function ProtectedLayout() {
  return (
    <RequireSession>
      <Suspense fallback={<FullPageSpinner />}>
        <SignedInLayout>
          <Outlet />
        </SignedInLayout>
      </Suspense>
    </RequireSession>
  );
}

/** Pages that are open to all, with the header of whoever looks. */
export function PublicLayout() {
  const { user, isLoading } = useSession();
  if (user) {
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <SignedInLayout>
          <Outlet />
        </SignedInLayout>
      </Suspense>
    );
  }
  return isLoading ? (
    <FullPageSpinner />
  ) : (
    <PageFrame header={<SignedOutHeader />}>
      <Outlet />
    </PageFrame>
  );
}

/** The demo page: open to all, without the header (ROUTE-16). */
export function DemoLayout() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  );
}

/** The login screens and the landing page: no header and no footer of the app's own (ROUTE-16). */
export function AuthLayout() {
  return (
    <SessionProblems>
      <Outlet />
    </SessionProblems>
  );
}
