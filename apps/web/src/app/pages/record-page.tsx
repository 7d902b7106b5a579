import CloseRounded from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate, useSearchParams } from 'react-router';
import { PromptChooser } from '../../features/prompts/components/prompt-chooser.tsx';
import { useGetPromptsQuery } from '../../features/prompts/prompts.api.ts';
import { RecorderScreen } from '../../features/recording/components/recorder-screen.tsx';
import { type Take, type TakePrompt, takeUp } from '../../features/recording/take-store.ts';
import { useRecorder } from '../../features/recording/use-recorder.ts';
import { useSession } from '../../features/session/use-session.ts';
import { chooseFile, openUpload, showUpload } from '../../features/uploads/upload-manager.ts';
import { Logo } from '../../shared/ui/logo.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { paths } from '../paths.ts';
import { SavedTakes } from './saved-takes.tsx';

/**
 * The recorder (UP-08): `?prompt=` names the question, `?take=` a recording on this device that was not sent. Without
 * either the person chooses a question first.
 */
export function RecordPage() {
  usePageTitle('Record');
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const takeId = search.get('take');
  const promptId = Number(search.get('prompt'));
  const { data: prompts } = useGetPromptsQuery();
  const prompt = prompts?.find(({ id }) => id === promptId) ?? null;
  const choose = (id: number) => setSearch({ prompt: String(id) }, { replace: true });

  if (!user) return null;
  if (takeId) {
    return <KeptTake key={takeId} userId={user.id} takeId={takeId} onGone={() => setSearch({}, { replace: true })} />;
  }
  if (prompt) {
    return (
      <RecorderFor
        userId={user.id}
        prompt={prompt}
        take={null}
        onChangePrompt={() => setSearch({}, { replace: true })}
      />
    );
  }
  if (promptId && !prompts) return <LoadingState />;
  return <ChooseFirst userId={user.id} onChoose={choose} />;
}

/** Which question? */
function ChooseFirst({ userId, onChoose }: { userId: string; onChoose: (promptId: number) => void }) {
  const navigate = useNavigate();
  return (
    <Box sx={{ maxWidth: 720, mx: 'auto', px: { xs: 4, md: 0 }, pt: { xs: 3, sm: 7 }, pb: { xs: 6, sm: 12 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: { xs: 4, sm: 9 } }}>
        <Logo />
        <Button
          startIcon={<CloseRounded />}
          sx={{ color: 'text.primary' }}
          onClick={() => void navigate(paths.videos(userId))}
        >
          Close
        </Button>
      </Box>
      <Typography variant="title" component="h1">
        What would you like to answer?
      </Typography>
      <Box sx={{ mb: { xs: 4, sm: 6 } }}>
        <SavedTakes userId={userId} />
      </Box>
      <PromptChooser tall value={null} onChange={({ id }) => onChoose(id)} />
    </Box>
  );
}

/** A recording that was not sent, to be looked at. */
function KeptTake({ userId, takeId, onGone }: { userId: string; takeId: string; onGone: () => void }) {
  const navigate = useNavigate();
  const [take, setTake] = useState<Take | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each take
  useEffect(() => {
    let current = true;
    void takeUp(takeId, userId).then((found) => {
      if (!current) return;
      if (found) setTake(found);
      else onGone();
    });
    return () => {
      current = false;
    };
  }, [takeId, userId]);
  if (!take) return <LoadingState label="Fetching your recording" />;
  return (
    <RecorderFor
      userId={userId}
      prompt={take.prompt}
      take={take}
      onChangePrompt={() => void navigate(paths.record, { replace: true })}
    />
  );
}

interface RecorderForProps {
  userId: string;
  prompt: TakePrompt;
  /** To be shown at once. */
  take: Take | null;
  onChangePrompt: () => void;
}

/** The recorder with what it leads to: the upload, another recording of this device, the own videos. */
function RecorderFor({ userId, prompt, take, onChangePrompt }: RecorderForProps) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const recorder = useRecorder(userId);

  useEffect(() => {
    if (take) void recorder?.review(take);
    else void recorder?.arrive();
  }, [recorder, take]);

  if (!recorder) return <LoadingState />;

  function use(chosen: Take) {
    if (!recorder) return;
    recorder.handOver();
    // It stays on this device until it is published (video-dialogs.tsx); while another video is under way it waits.
    chooseFile(dispatch, chosen.file, chosen.prompt);
    void navigate(paths.videos(userId), { replace: true });
    showUpload(dispatch);
  }

  return (
    <RecorderScreen
      recorder={recorder}
      prompt={prompt}
      mark={<Logo />}
      offers={<SavedTakes compact userId={userId} />}
      onUse={use}
      onChangePrompt={onChangePrompt}
      onUploadInstead={() => openUpload(dispatch, prompt)}
      onClose={() => void navigate(paths.videos(userId), { replace: true })}
    />
  );
}
