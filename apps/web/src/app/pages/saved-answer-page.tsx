import { DEFAULT_PERMISSION, type Permission } from '@kinreel/contracts/videos';
import { audience as text } from '@kinreel/messages/en/audience';
import { common } from '@kinreel/messages/en/common';
import { shareMessage } from '@kinreel/messages/en/share-message';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Store } from '@reduxjs/toolkit';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import {
  type AudienceChoice,
  ChooseAudience,
  choiceText,
} from '../../features/audience/components/choose-audience.tsx';
import { InviteFamily } from '../../features/invitations/components/invite-family.tsx';
import { answeredPerson } from '../../features/questions/answered-people.ts';
import { useAskers } from '../../features/questions/use-askers.ts';
import { TakePicture } from '../../features/recording/components/take-picture.tsx';
import type { TakePrompt } from '../../features/recording/take.ts';
import { useSession } from '../../features/session/use-session.ts';
import { toPickablePerson } from '../../features/sharing/pickable-person.ts';
import {
  useGetRecipientsQuery,
  useGetSharePeopleQuery,
  useRemoveShareMutation,
  useShareVideoMutation,
} from '../../features/sharing/sharing.api.ts';
import { AnswerStatus } from '../../features/uploads/components/answer-status.tsx';
import { latestDone, selectUploadOf, selectVideoOf } from '../../features/uploads/published-upload.ts';
import { keepUnsentTake } from '../../features/uploads/unsent-takes.ts';
import { chooseAudience } from '../../features/uploads/upload-actions.ts';
import { getFile } from '../../features/uploads/upload-files.ts';
import type { ChosenUpload, Upload } from '../../features/uploads/upload-types.ts';
import { useVideoActions } from '../../features/videos/video-actions.tsx';
import { useUpdatePermissionMutation } from '../../features/videos/videos.api.ts';
import { errorMessage } from '../../shared/api/api-error.ts';
import { bottomBarRef } from '../../shared/ui/bottom-bar.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import { FailedState, LoadingState } from '../../shared/ui/states.tsx';
import { useIsPhone } from '../../shared/ui/use-is-phone.ts';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { paths } from '../paths.ts';

/** Longest wait in milliseconds for an upload that resumes after a reload. */
const RESUME_MS = 5000;

/**
 * Asks who may see a recording while it is uploaded. `?take=` is the id of the take, or of the video of an uploaded
 * file; the prompt is in the history entry.
 */
export function SavedAnswerPage() {
  usePageTitle(text.chooseTitle);
  const { user } = useSession();
  const [search] = useSearchParams();
  const takeId = search.get('take');
  const prompt = (useLocation().state as { prompt?: TakePrompt } | null)?.prompt;
  if (!user) return null;
  if (!takeId || !prompt) return <Navigate to={paths.videos(user.id)} replace />;
  return <SavedAnswer key={takeId} userId={user.id} takeId={takeId} prompt={prompt} />;
}

function SavedAnswer({ userId, takeId, prompt }: { userId: string; takeId: string; prompt: TakePrompt }) {
  const isPhone = useIsPhone();
  const { onShare } = useVideoActions();
  const { upload, videoId, file } = useUploadOf(userId, takeId);
  const connections = useGetSharePeopleQuery(userId);
  const preset = usePreset(prompt.id, upload, videoId);
  const [answered] = useState(() => answeredPerson(prompt.id));
  const people = useMemo(() => {
    const all = connections.data?.map((connection) => toPickablePerson(connection, userId));
    const isPreset = ({ id }: { id: string }) => Number(id === answered || (preset.people?.includes(id) ?? false));
    return all?.toSorted((a, b) => isPreset(b) - isPreset(a));
  }, [connections.data, preset.people, userId, answered]);
  const [chosen, setChange] = useState<AudienceChange | null>(null);
  // Whose video it answers may see it, if they are still connected, unless the person takes them out.
  const isAdded = answered !== null && people?.some(({ id }) => id === answered) && !preset.people?.includes(answered);
  const unchanged = { permission: DEFAULT_PERMISSION, people: new Map(isAdded ? [[answered, true]] : []) };
  const change: AudienceChange = chosen ?? unchanged;
  const isKnown = people !== undefined || answered === null;
  const choice = isKnown && preset.people ? applyChange(preset.people, change) : undefined;
  const sentence = choice && people && choiceText(choice, people);
  const [isInviting, setInviting] = useState(false);
  const { done, isBusy, hasFailed } = useDone({
    userId,
    takeId,
    prompt,
    upload,
    videoId,
    change,
    people: choice?.people,
    sentence,
  });
  const failed = (!people && connections.isError && connections) || (!choice && preset.isError && preset);

  // The share dialog, which invites by email, needs the video.
  useEffect(() => {
    if (!isInviting || !videoId) return;
    setInviting(false);
    onShare({ id: videoId, prompt: prompt.prompt, poster_url: null });
  }, [isInviting, videoId, prompt, onShare]);

  // A published file has no preview.
  const hasPicture = file !== null || videoId === null;
  const buttons = (
    <>
      <Typography role="status" sx={{ flex: 1, fontSize: { xs: '1rem', sm: '1.125rem' }, color: 'text.secondary' }}>
        {isInviting ? text.inviteLater : sentence && text.afterDone({ sentence })}
      </Typography>
      <Button
        size="large"
        variant="contained"
        loading={isBusy || (!isKnown && !failed)}
        onClick={done}
        sx={{ minWidth: 112 }}
      >
        {text.done}
      </Button>
    </>
  );
  return (
    <Box
      data-upload-bar="off"
      sx={{
        maxWidth: 1088,
        mx: 'auto',
        px: { xs: 4, sm: 7 },
        py: { xs: 3, sm: 5, md: 7 },
        pb: { xs: 28, sm: 9 },
        display: 'grid',
        gridTemplateColumns: { md: 'minmax(0, 5fr) minmax(0, 6fr)' },
        columnGap: { md: 14 },
        rowGap: 6,
        alignItems: 'start',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'row', md: 'column' },
          // With large text the question is below the picture.
          flexWrap: { xs: 'wrap', md: 'nowrap' },
          columnGap: { xs: 3.5, sm: 6 },
          rowGap: { xs: 3.5, md: 5 },
          alignItems: { xs: 'center', md: 'stretch' },
        }}
      >
        {hasPicture && (
          <Box sx={{ flex: { xs: '0 1 132px', sm: 'none' }, width: { sm: 300, md: 'auto' } }}>
            <TakePicture file={file} />
          </Box>
        )}
        <Box sx={{ flex: { xs: '1 1 8rem', md: 'none' }, minWidth: 0 }}>
          <Typography variant="question" component="p" sx={{ fontSize: { xs: '1.375rem', sm: '1.875rem' } }}>
            {prompt.prompt}
          </Typography>
          <AnswerStatus upload={upload} isPublished={videoId !== null} />
        </Box>
      </Box>
      <div>
        <Typography variant="title" component="h1">
          {text.chooseTitle}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1, mb: 5 }}>{text.chooseIntro}</Typography>
        {failed ? (
          <FailedState title={text.peopleFailed} error={failed.error} headingLevel="h3" onRetry={failed.refetch} />
        ) : !choice ? (
          <LoadingState label={text.peopleLoading} />
        ) : (
          <ChooseAudience
            value={choice}
            people={people}
            onChange={(value) => setChange(changeBetween(choice.preset, value))}
            onInvite={() => setInviting(true)}
            whenAlone={<InviteFamily />}
          />
        )}
        {hasFailed && (
          <Alert
            severity="error"
            action={
              <Button color="inherit" onClick={done}>
                {common.retry}
              </Button>
            }
            sx={{ mt: 4 }}
          >
            {text.chooseFailed}
          </Alert>
        )}
        {!isPhone && <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, mt: 6 }}>{buttons}</Box>}
      </div>
      {isPhone && (
        <Box
          ref={bottomBarRef}
          sx={{
            position: 'fixed',
            zIndex: 'appBar',
            insetInline: 0,
            bottom: 0,
            display: 'flex',
            alignItems: 'center',
            gap: 3,
            px: 4,
            pt: 3,
            pb: 'max(12px, env(safe-area-inset-bottom))',
            bgcolor: 'background.paper',
            boxShadow: 8,
          }}
        >
          {buttons}
        </Box>
      )}
    </Box>
  );
}

/** What the person has changed: the permission, and people who may see the answer (true) or not (false). */
interface AudienceChange {
  permission: Permission;
  people: ReadonlyMap<string, boolean>;
}

/** @param preset the people who can see the answer without a change */
function applyChange(preset: readonly string[], { permission, people }: AudienceChange) {
  const all = [...new Set([...preset, ...people.keys()])];
  return { preset, permission, people: all.filter((id) => people.get(id) ?? true) };
}

function changeBetween(preset: readonly string[], { permission, people }: AudienceChoice): AudienceChange {
  const ids = new Set([...people, ...preset].filter((id) => people.includes(id) !== preset.includes(id)));
  return { permission, people: new Map([...ids].map((id) => [id, people.includes(id)])) };
}

/**
 * The people who can see the answer without a choice: who asked, and from its publication on its recipients. Meanwhile
 * the last ones that were known; undefined if none were.
 */
function usePreset(promptId: number, upload: Upload | ChosenUpload | undefined, videoId: string | null) {
  const questions = useAskers(promptId);
  const recipients = useGetRecipientsQuery(videoId ?? skipToken, { refetchOnMountOrArgChange: true });
  // The questions of an upload that is being published are answered at any moment.
  const isUncertain = !upload || ('phase' in upload && upload.phase === 'publishing');
  const asked = isUncertain ? undefined : questions.askers;
  const found = videoId === null ? asked : recipients.data;
  const last = useRef(found);
  last.current = found ?? last.current;
  const known = last.current;
  const people = useMemo(() => known?.map(({ id }) => id), [known]);
  const { isError, error, refetch } = videoId === null ? questions : recipients;
  return { people, isError, error, refetch };
}

/** The upload of the take, its video and its file. Leaves the page if there is no such upload. */
function useUploadOf(userId: string, takeId: string) {
  const navigate = useNavigate();
  const upload = useSelector(useMemo(() => selectUploadOf(takeId), [takeId]));
  const videoId = useSelector(useMemo(() => selectVideoOf(takeId), [takeId]));
  const [file, setFile] = useState<File | null>(null);
  const fileKey = upload && ('fileKey' in upload ? upload.fileKey : upload.key);
  useEffect(() => {
    const found = getFile(fileKey ?? null);
    if (found) setFile(found);
  }, [fileKey]);
  const isUnknown = !upload && videoId === null;
  useEffect(() => {
    if (!isUnknown) return;
    const timer = setTimeout(() => void navigate(paths.videos(userId), { replace: true }), RESUME_MS);
    return () => clearTimeout(timer);
  }, [isUnknown, navigate, userId]);
  return { upload, videoId, file };
}

interface Answer {
  userId: string;
  takeId: string;
  prompt: TakePrompt;
  change: AudienceChange;
  /** Everybody chosen; undefined until it is known who asked. */
  people: readonly string[] | undefined;
  /** Who can see it then; undefined until it is known. */
  sentence: string | undefined;
  upload: Upload | ChosenUpload | undefined;
  /** Null until it is published. */
  videoId: string | null;
}

/**
 * Saves the choice: with the upload while it is in progress, otherwise on the video. While the upload is being
 * published, Done waits. Afterwards the user's videos are shown.
 */
function useDone(answer: Answer) {
  const { userId, takeId, prompt, change, people, sentence, upload, videoId } = answer;
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [updatePermission] = useUpdatePermissionMutation();
  const [share] = useShareVideoMutation();
  const [removeShare] = useRemoveShareMutation();
  const notices = useNotices();
  const added = [...change.people.keys()].filter((id) => change.people.get(id));
  const removed = [...change.people.keys()].filter((id) => !change.people.get(id));
  const message = shareMessage.message({ prompt: prompt.prompt });
  const [state, setState] = useState<'choosing' | 'waiting' | 'saving' | 'failed'>('choosing');
  useSaveLater({ ...answer, isDone: state === 'waiting' || state === 'saving' }, { sendWith, write });

  // biome-ignore lint/correctness/useExhaustiveDependencies: when Done was pressed, and when the upload has come further
  useEffect(() => {
    if (state !== 'waiting') return;
    if (videoId !== null) void save(videoId);
    else if (upload && !('phase' in upload && upload.phase === 'publishing')) {
      sendWith(upload.key);
      leave();
    }
  }, [state, videoId, upload]);

  /** Sends the choice with the answer. If it is not known who asked, nothing was chosen, and they can see it. */
  function sendWith(uploadKey: string) {
    if (!people) return;
    // Who asked needs no words about a video.
    const audience = { permission: change.permission, user_id: [...people], ...(added.length > 0 && { message }) };
    dispatch(chooseAudience(uploadKey, audience));
    keepUnsentTake(userId, { takeId, audience });
  }

  /** Saves the choice on the video. */
  async function write(video: string) {
    const { permission } = change;
    if (permission !== DEFAULT_PERMISSION) await updatePermission({ video_id: video, permission }).unwrap();
    for (const id of removed) await removeShare({ videoId: video, userId: id }).unwrap();
    if (added.length > 0) await share({ user_id: added, video_id: video, message }).unwrap();
  }

  async function save(video: string) {
    setState('saving');
    try {
      await write(video);
      leave();
    } catch {
      setState('failed');
    }
  }

  function leave() {
    if (videoId !== null) dispatch(latestDone());
    const whoSees = sentence && text.isDone({ sentence });
    if (whoSees) notices.success({ title: whoSees });
    void navigate(paths.videos(userId), { replace: true, state: { whoSees } });
  }

  return {
    done: () => setState('waiting'),
    isBusy: state === 'waiting' || state === 'saving',
    hasFailed: state === 'failed',
  };
}

type UploadsState = Parameters<ReturnType<typeof selectVideoOf>>[0];

interface WaysToSave {
  sendWith: (uploadKey: string) => void;
  write: (videoId: string) => Promise<void>;
}

/** If the user changes the choice and leaves without pressing Done, shows a notice with a button that saves it. */
function useSaveLater(answer: Answer & { isDone: boolean }, ways: WaysToSave) {
  const notices = useNotices();
  const store = useStore<UploadsState>();
  const latest = useRef({ answer, ways });
  latest.current = { answer, ways };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page is left
  useEffect(
    () => () => {
      const { takeId, change, isDone } = latest.current.answer;
      const isChosen = change.permission !== DEFAULT_PERMISSION || change.people.size > 0;
      if (isDone || !isChosen) return;
      const { sendWith, write } = latest.current.ways;
      const save = async () => {
        try {
          const { videoId, uploadKey } = await findUploadOf(store, takeId);
          if (videoId !== null) await write(videoId);
          else if (uploadKey !== null) sendWith(uploadKey);
          notices.success({ title: text.saved });
        } catch (error) {
          notices.error({ title: text.notDoneTitle, text: errorMessage(error) });
        }
      };
      const action = { label: text.saveNow, onClick: () => void save() };
      notices.error({ title: text.notDoneTitle, text: text.notDoneText, action });
    },
    [],
  );
}

/** Finds the video of a take or its upload, after publishing has finished. Both are null if there is neither. */
function findUploadOf(store: Store<UploadsState>, takeId: string) {
  return new Promise<{ videoId: string | null; uploadKey: string | null }>((resolve) => {
    const check = () => {
      const [videoId, upload] = [selectVideoOf(takeId)(store.getState()), selectUploadOf(takeId)(store.getState())];
      if (videoId === null && upload && 'phase' in upload && upload.phase === 'publishing') return;
      stop();
      resolve({ videoId, uploadKey: upload?.key ?? null });
    };
    const stop = store.subscribe(check);
    check();
  });
}
