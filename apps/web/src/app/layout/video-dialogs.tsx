import { messages } from '@kinreel/contracts/messages';
import { type ComponentProps, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { FirstQuestion } from '../../features/prompts/components/first-question.tsx';
import { NextQuestion } from '../../features/prompts/components/next-question.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { selectSharedVideo, setShareReducer } from '../../features/sharing/sharing.slice.ts';
import { openUpload, startUploads } from '../../features/uploads/upload-manager.ts';
import { selectUploadFile, selectUploadOpen, selectUploadsFinished } from '../../features/uploads/uploads.slice.ts';
import { type VideoActions, VideoActionsProvider } from '../../features/videos/video-actions.tsx';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import { useEverTrue } from '../../shared/ui/use-ever-true.ts';
import { paths } from '../paths.ts';

// Loaded when they are opened for the first time: a page opens without them.
const UploadModal = lazyComponent(() => import('./upload-modal.tsx'), 'UploadModal');
const CaptionsDialog = lazyComponent(
  () => import('../../features/captions/components/captions-dialog.tsx'),
  'CaptionsDialog',
);
const ShareDialog = lazyComponent(() => import('../../features/sharing/components/share-dialog.tsx'), 'ShareDialog');

/**
 * What every page with videos needs around it: the share dialog, the upload modal, and the questions that lead to it.
 */
export function VideoDialogs({ children }: { children: ReactNode }) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { user } = useSession();
  const userId = user?.id;
  const uploads = useEverTrue(useSelector(selectUploadOpen));
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
          onUpload={(prompt) => openUpload(dispatch, prompt)}
        />
      ),
      renderFirstQuestion: () => (
        <FirstQuestion
          onRecord={(prompt) => void navigate(prompt ? paths.recordPrompt(prompt.id) : paths.record)}
          onUpload={(prompt) => openUpload(dispatch, prompt ?? undefined)}
        />
      ),
    }),
    [dispatch, navigate],
  );

  // What this person began to upload in this browser goes on.
  useEffect(() => {
    if (userId) startUploads(dispatch, userId);
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
 * UP-05: the success alert, then the user's videos page. Somebody who has left the uploader for the recorder, or for a
 * page with unsaved words on it, is told only.
 */
function UploadOutcome({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const notices = useNotices();
  const { pathname } = useLocation();
  const finished = useSelector(selectUploadsFinished);
  const file = useSelector(selectUploadFile);
  const sent = useRef(file);
  const told = useRef(finished);
  useEffect(() => {
    const published = sent.current;
    if (file || finished !== told.current) sent.current = file;
    if (finished === told.current) return;
    told.current = finished;
    // A recording stays on this device until here.
    if (published)
      import('../../features/recording/take-store.ts').then((takes) => takes.forgetSent(userId, published));
    notices.success(messages.upload.success);
    const isBusy = [paths.editProfile(userId), paths.edit(userId), paths.record].includes(pathname);
    if (!isBusy) navigate(paths.videos(userId));
  }, [file, finished, navigate, notices, pathname, userId]);
  return null;
}
