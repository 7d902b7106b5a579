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
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { PageFrame } from './page-frame.tsx';
import { SignedOutHeader } from './signed-out-header.tsx';
import { useRouteFocus } from './use-route-focus.ts';

/** Loaded on demand: visitors do not need it. */
export const loadSignedInLayout = () => import('./signed-in-layout.tsx');
const SignedInLayout = lazyComponent(loadSignedInLayout, 'SignedInLayout');

/** Wraps every page of the app. */
export function RootLayout() {
  useRouteFocus();
  return (
    <PageErrorBoundary>
      <ConnectionBanner />
      <Suspense fallback={<FullPageSpinner />}>
        <Outlet />
      </Suspense>
    </PageErrorBoundary>
  );
}

/** Pages that require a signed-in user. Everybody else sees the login screen instead (ROUTE-15). */
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

/** Public pages. The header depends on whether the visitor is signed in. */
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

/** The demo page: public and without the header (ROUTE-16). */
export function DemoLayout() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  );
}

/** The login, registration and landing pages, without the app's header and footer (ROUTE-16). */
export function AuthLayout() {
  return (
    <SessionProblems>
      <Outlet />
    </SessionProblems>
  );
}
