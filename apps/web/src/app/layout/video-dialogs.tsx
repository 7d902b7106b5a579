import { type ComponentProps, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { AudienceSentence } from '../../features/audience/components/audience-sentence.tsx';
import { NextQuestion } from '../../features/prompts/components/next-question.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { selectSharedVideo, setShareReducer } from '../../features/sharing/sharing.slice.ts';
import { hasUnsentTakes } from '../../features/uploads/stored-uploads.ts';
import { closeUploadDialog, openUpload, startUploads } from '../../features/uploads/upload-actions.ts';
import { selectIsUploadOpen, selectPublishedCount } from '../../features/uploads/uploads-selectors.ts';
import { type VideoActions, VideoActionsProvider } from '../../features/videos/video-actions.tsx';
import { fetchOnIntent, importWithRetry, lazyComponent } from '../../shared/lazy-component.ts';
import { LazyDialog } from '../../shared/ui/lazy-dialog.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { paths } from '../paths.ts';
import { UploadOutcome } from './upload-outcome.tsx';

// Loaded on first use, to keep pages small.
const FirstQuestion = lazyComponent(
  () => import('../../features/prompts/components/first-question.tsx'),
  'FirstQuestion',
);
const loadShareDialog = () => import('./video-sharing.tsx');
const loadCaptionsDialog = () => import('../../features/captions/components/captions-dialog.tsx');
const UploadModal = lazyComponent(() => import('./upload-modal.tsx'), 'UploadModal');
const loadEditing = () => import('./video-editing.tsx');
const VideoEditing = lazyComponent(loadEditing, 'VideoEditing');
const CaptionsDialog = lazyComponent(loadCaptionsDialog, 'CaptionsDialog');
const loadAudience = () => import('./video-audience.tsx');
const VideoAudience = lazyComponent(loadAudience, 'VideoAudience');
const VideoSharing = lazyComponent(loadShareDialog, 'VideoSharing');

/**
 * Provides the actions of video pages (`VideoActions`) and renders their dialogs: who can see a video, share, upload,
 * captions, trim, poster.
 */
export function VideoDialogs({ children }: { children: ReactNode }) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { user } = useSession();
  const userId = user?.id;
  const published = useSelector(selectPublishedCount);
  const isUploadOpen = useSelector(selectIsUploadOpen);
  const isShareOpen = useSelector(selectSharedVideo) !== undefined;
  const [captioned, setCaptioned] = useState<ComponentProps<typeof CaptionsDialog>['video']>(null);
  const [audienceOf, setAudienceOf] = useState<ComponentProps<typeof VideoAudience>['video']>(null);
  const [edited, setEdited] = useState<ComponentProps<typeof VideoEditing>['edited']>(null);
  const lastAudience = useRef(audienceOf);
  if (audienceOf) lastAudience.current = audienceOf;
  const actions = useMemo<VideoActions>(
    () => ({
      onShare: (video) => dispatch(setShareReducer(video)),
      onCaptions: setCaptioned,
      onEdit: (video, what) => setEdited({ video, what }),
      onChooseAnother: ({ prompt, prompt_id: id }) => dispatch(openUpload(id === null ? undefined : { id, prompt })),
      shareIntent: fetchOnIntent(loadShareDialog),
      captionsIntent: fetchOnIntent(loadCaptionsDialog),
      editIntent: fetchOnIntent(loadEditing),
      renderAudience: (video) => (
        <AudienceSentence video={video} onOpen={() => setAudienceOf(video)} preload={loadAudience} />
      ),
      loadWatchView: () => import('../pages/watch-video.tsx'),
      renderNextQuestion: (answered) => (
        <NextQuestion
          answered={answered}
          onRecord={(prompt) => void navigate(paths.recordPrompt(prompt.id))}
          onUpload={(prompt) => dispatch(openUpload(prompt))}
        />
      ),
      renderFirstQuestion: () => (
        <Panel>
          <FirstQuestion
            onRecord={(prompt) => void navigate(prompt ? paths.recordPrompt(prompt.id) : paths.record)}
            onUpload={(prompt) => dispatch(openUpload(prompt ?? undefined))}
          />
        </Panel>
      ),
    }),
    [dispatch, navigate],
  );

  // Resume unfinished uploads of this user on this device.
  useEffect(() => {
    if (!userId) return;
    dispatch(startUploads(userId));
    if (hasUnsentTakes()) {
      importWithRetry(() => import('../takes-to-send.ts'))
        .then((takes) => takes.resumeTakes(userId, dispatch))
        // My Videos lists them.
        .catch(() => null);
    }
  }, [dispatch, userId]);

  return (
    <VideoActionsProvider value={actions}>
      {children}
      {userId && (
        <>
          <UploadOutcome userId={userId} published={published} />
          <LazyDialog open={isUploadOpen} onClose={() => dispatch(closeUploadDialog())}>
            <UploadModal />
          </LazyDialog>
          <LazyDialog open={isShareOpen} onClose={() => dispatch(setShareReducer(undefined))}>
            <VideoSharing
              userId={userId}
              loadAudience={loadAudience}
              onAudience={(video) => {
                dispatch(setShareReducer());
                setAudienceOf(video);
              }}
            />
          </LazyDialog>
          <LazyDialog open={audienceOf !== null} onClose={() => setAudienceOf(null)}>
            {lastAudience.current && (
              <VideoAudience
                video={audienceOf}
                last={lastAudience.current}
                onClose={() => setAudienceOf(null)}
                onShare={(video) => {
                  setAudienceOf(null);
                  actions.onShare(video);
                }}
              />
            )}
          </LazyDialog>
          <LazyDialog open={captioned !== null} onClose={() => setCaptioned(null)}>
            <CaptionsDialog video={captioned} onClose={() => setCaptioned(null)} />
          </LazyDialog>
          <LazyDialog open={edited !== null} onClose={() => setEdited(null)}>
            <VideoEditing edited={edited} onClose={() => setEdited(null)} />
          </LazyDialog>
        </>
      )}
    </VideoActionsProvider>
  );
}
