import { layout as text } from '@kinreel/messages/en/layout';
import { type ComponentProps, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { FirstQuestion } from '../../features/prompts/components/first-question.tsx';
import { NextQuestion } from '../../features/prompts/components/next-question.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { selectSharedVideo, setShareReducer } from '../../features/sharing/sharing.slice.ts';
import { openUpload, startUploads } from '../../features/uploads/upload-actions.ts';
import { selectIsUploadOpen, selectPublishedCount } from '../../features/uploads/uploads-state.ts';
import { type VideoActions, VideoActionsProvider } from '../../features/videos/video-actions.tsx';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import { useEverTrue } from '../../shared/ui/use-ever-true.ts';
import { paths } from '../paths.ts';

// Loaded on first use to keep pages small.
const UploadModal = lazyComponent(() => import('./upload-modal.tsx'), 'UploadModal');
const CaptionsDialog = lazyComponent(
  () => import('../../features/captions/components/captions-dialog.tsx'),
  'CaptionsDialog',
);
const ShareDialog = lazyComponent(() => import('../../features/sharing/components/share-dialog.tsx'), 'ShareDialog');

/**
 * Provides the actions of video pages (`VideoActions`) and renders the dialogs that they open: share, upload, captions.
 */
export function VideoDialogs({ children }: { children: ReactNode }) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { user } = useSession();
  const userId = user?.id;
  const uploads = useEverTrue(useSelector(selectIsUploadOpen));
  const shares = useEverTrue(useSelector(selectSharedVideo) !== undefined);
  const [captioned, setCaptioned] = useState<ComponentProps<typeof CaptionsDialog>['video']>(null);
  const captions = useEverTrue(captioned !== null);
  const actions = useMemo<VideoActions>(
    () => ({
      onShare: (video) => dispatch(setShareReducer(video)),
      onCaptions: setCaptioned,
      renderNextQuestion: (answered) => (
        <NextQuestion
          answered={answered}
          onRecord={(prompt) => void navigate(paths.recordPrompt(prompt.id))}
          onUpload={(prompt) => dispatch(openUpload(prompt))}
        />
      ),
      renderFirstQuestion: () => (
        <FirstQuestion
          onRecord={(prompt) => void navigate(prompt ? paths.recordPrompt(prompt.id) : paths.record)}
          onUpload={(prompt) => dispatch(openUpload(prompt ?? undefined))}
        />
      ),
    }),
    [dispatch, navigate],
  );

  // Resume unfinished uploads of this user on this device.
  useEffect(() => {
    if (userId) dispatch(startUploads(userId));
  }, [dispatch, userId]);

  return (
    <VideoActionsProvider value={actions}>
      {children}
      {userId && (
        <>
          <UploadOutcome userId={userId} />
          <Suspense>
            {uploads && <UploadModal />}
            {shares && <ShareDialog userId={userId} />}
            {captions && <CaptionsDialog video={captioned} onClose={() => setCaptioned(null)} />}
          </Suspense>
        </>
      )}
    </VideoActionsProvider>
  );
}

/**
 * UP-05: shows the success notice, then opens the user's videos page. Users who have moved on to the recorder or to a form
 * stay there and only see the notice.
 */
function UploadOutcome({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const notices = useNotices();
  const { pathname } = useLocation();
  const published = useSelector(selectPublishedCount);
  const announced = useRef(published);
  useEffect(() => {
    const isNew = published > announced.current;
    announced.current = published;
    if (!isNew) return;
    notices.success({ title: text.uploadedTitle, text: text.uploadedText });
    const isBusy = [paths.editProfile(userId), paths.edit(userId), paths.record].includes(pathname);
    if (!isBusy) navigate(paths.videos(userId));
  }, [published, navigate, notices, pathname, userId]);
  return null;
}
