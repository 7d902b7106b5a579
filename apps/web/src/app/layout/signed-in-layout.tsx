import type { ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { useSession } from '../../features/session/use-session.ts';
import { UploadBadge } from '../../features/uploads/components/upload-badge.tsx';
import { uploadOpened } from '../../features/uploads/uploads.slice.ts';
import { PageFrame } from './page-frame.tsx';
import { SignedInHeader } from './signed-in-header.tsx';
import { VideoTools } from './video-tools.tsx';

/** Frame of every page of a signed-in person. */
export function SignedInLayout({ children }: { children: ReactNode }) {
  const dispatch = useDispatch();
  const { user } = useSession();
  if (!user) return null;
  return (
    <VideoTools>
      <PageFrame
        thumbBar
        header={<SignedInHeader user={user} onUpload={() => dispatch(uploadOpened())} uploadStatus={<UploadBadge />} />}
      >
        {children}
      </PageFrame>
    </VideoTools>
  );
}
