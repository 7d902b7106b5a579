import { type ReactNode, useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { useSession } from '../../features/session/use-session.ts';
import { openUpload } from '../../features/uploads/upload-actions.ts';
import { selectIsUploading } from '../../features/uploads/uploads-selectors.ts';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { watchHomeScreen } from '../../shared/offline/home-screen.ts';
import { readPushDevice } from '../../shared/offline/push-device.ts';
import { Panel } from '../../shared/ui/panel.tsx';
import { whenIdle } from '../../shared/when-idle.ts';
import { paths } from '../paths.ts';
import { PageFrame } from './page-frame.tsx';
import { SignedInHeader } from './signed-in-header.tsx';
import { VideoDialogs } from './video-dialogs.tsx';

const IconTooltips = lazyComponent(() => import('../../shared/ui/icon-tooltips.tsx'), 'IconTooltips');
const UploadBadge = lazyComponent(() => import('../../features/uploads/components/upload-badge.tsx'), 'UploadBadge');

// Before the first render: the browser sends its event early and only once.
watchHomeScreen();

/** Layout of every page for signed-in users. */
export function SignedInLayout({ children }: { children: ReactNode }) {
  const dispatch = useDispatch();
  const isUploading = useSelector(selectIsUploading);
  const { user } = useSession();
  const { pathname } = useLocation();
  useRenewedPush(user?.id);
  if (!user) return null;
  // The recorder fills the screen and has its own logo and close button.
  const isRecorder = pathname === paths.record;
  return (
    <VideoDialogs>
      <PageFrame
        hasBottomBar
        hideFooter={isRecorder}
        header={
          !isRecorder && (
            <SignedInHeader
              user={user}
              onUpload={() => dispatch(openUpload())}
              uploadStatus={
                isUploading && (
                  <Panel isExtra>
                    <UploadBadge />
                  </Panel>
                )
              }
            />
          )
        }
      >
        {children}
      </PageFrame>
      <Tooltips />
    </VideoDialogs>
  );
}

/** Keeps the subscription of this device in the user's session. Its code is loaded only if there is one. */
function useRenewedPush(userId: string | undefined): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (!userId || !readPushDevice() !== null) return;
    // Without a connection, the next start of the app does it.
    const renew = () => import('../../features/push/renew-push.ts').then((push) => push.renewPush(dispatch, userId));
    whenIdle(() => void renew().catch(() => null));
  }, [userId, dispatch]);
}

/** Icon tooltips, loaded at the first mouse movement or key press. */
function Tooltips() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isWanted) return;
    const want = () => setWanted(true);
    document.addEventListener('pointerover', want);
    document.addEventListener('keydown', want);
    return () => {
      document.removeEventListener('pointerover', want);
      document.removeEventListener('keydown', want);
    };
  }, [isWanted]);
  return (
    isWanted && (
      <Panel isExtra>
        <IconTooltips />
      </Panel>
    )
  );
}
