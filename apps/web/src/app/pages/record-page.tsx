import { common } from '@kinreel/messages/en/common';
import { recording as text } from '@kinreel/messages/en/recording';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate, useSearchParams } from 'react-router';
import { PromptChooser } from '../../features/prompts/components/prompt-chooser.tsx';
import { usePrompt } from '../../features/prompts/use-prompt.ts';
import { asksText, useAskers } from '../../features/questions/use-askers.ts';
import { RecorderScreen } from '../../features/recording/components/recorder-screen.tsx';
import type { Take, TakePrompt } from '../../features/recording/take.ts';
import { claimTake } from '../../features/recording/take-store.ts';
import { useRecorder } from '../../features/recording/use-recorder.ts';
import { useSession } from '../../features/session/use-session.ts';
import { openUpload } from '../../features/uploads/upload-actions.ts';
import { Logo } from '../../shared/ui/logo.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { paths } from '../paths.ts';
import { useSaveTake } from '../use-save-take.ts';
import { SavedTakes } from './saved-takes.tsx';

/**
 * The recorder (UP-08). `?prompt=` is the id of the question, `?take=` that of a recording on this device. Without
 * both, the person chooses a question first.
 */
export function RecordPage() {
  usePageTitle(text.pageTitle);
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const takeId = search.get('take');
  const promptId = Number(search.get('prompt')) || null;
  const prompt = usePrompt(takeId ? null : promptId);
  // The button that changed the question was removed, so the heading gets the focus.
  const hasChanged = useRef(false);
  const choose = (id: number) => setSearch({ prompt: String(id) }, { replace: true });

  if (!user) return null;
  if (takeId) {
    return (
      <SavedTake key={takeId} userId={user.id} takeId={takeId} onMissing={() => setSearch({}, { replace: true })} />
    );
  }
  if (prompt) {
    return (
      <RecorderFor
        userId={user.id}
        prompt={prompt}
        take={null}
        onChangeQuestion={() => {
          hasChanged.current = true;
          setSearch({}, { replace: true });
        }}
      />
    );
  }
  if (prompt === undefined) return <LoadingState />;
  return <ChooseQuestion userId={user.id} takesFocus={hasChanged.current} onChoose={choose} />;
}

interface ChooseQuestionProps {
  userId: string;
  /** Moves the focus to the heading. */
  takesFocus: boolean;
  onChoose: (promptId: number) => void;
}

/** The first step: choosing a question. */
function ChooseQuestion({ userId, takesFocus, onChoose }: ChooseQuestionProps) {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Box sx={{ maxWidth: 720, mx: 'auto', px: { xs: 4, md: 0 }, pt: { xs: 3, sm: 7 }, pb: { xs: 6, sm: 12 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: { xs: 4, sm: 9 } }}>
        <Logo />
        <Button
          startIcon={<CloseRounded />}
          sx={{ color: 'text.primary' }}
          onClick={() => void navigate(paths.videos(userId))}
        >
          {common.close}
        </Button>
      </Box>
      <Typography ref={heading} variant="title" component="h1" tabIndex={-1}>
        {text.chooseQuestion}
      </Typography>
      <Box sx={{ mb: { xs: 4, sm: 6 } }}>
        <SavedTakes userId={userId} />
      </Box>
      <PromptChooser leaves somethingElse value={null} onChange={({ id }) => onChoose(id)} />
    </Box>
  );
}

/** Loads a recording from this device and shows it. */
function SavedTake({ userId, takeId, onMissing }: { userId: string; takeId: string; onMissing: () => void }) {
  const navigate = useNavigate();
  const [take, setTake] = useState<Take | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each take
  useEffect(() => {
    let isCurrent = true;
    void claimTake(takeId, userId).then((found) => {
      if (!isCurrent) return;
      if (found) setTake(found);
      else onMissing();
    });
    return () => {
      isCurrent = false;
    };
  }, [takeId, userId]);
  if (!take) return <LoadingState label={text.loadingRecording} />;
  return (
    <RecorderFor
      userId={userId}
      prompt={take.prompt}
      take={take}
      onChangeQuestion={() => void navigate(paths.record, { replace: true })}
    />
  );
}

interface RecorderForProps {
  userId: string;
  prompt: TakePrompt;
  /** Shown immediately instead of the camera. */
  take: Take | null;
  onChangeQuestion: () => void;
}

/** The recorder with the actions of its buttons: upload, another recording, the user's videos. */
function RecorderFor({ userId, prompt, take, onChangeQuestion }: RecorderForProps) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const recorder = useRecorder(userId);
  const saveTake = useSaveTake(userId);
  const { askers } = useAskers(prompt.id);

  useEffect(() => {
    if (take) void recorder?.review(take);
    else void recorder?.turnOnIfAllowed();
  }, [recorder, take]);

  if (!recorder) return <LoadingState />;

  function save(chosen: Take) {
    if (!recorder) return;
    recorder.handOver();
    saveTake(chosen, { replace: true });
  }

  return (
    <RecorderScreen
      recorder={recorder}
      prompt={prompt}
      asks={asksText(askers ?? [])}
      logo={<Logo />}
      savedTakes={<SavedTakes compact userId={userId} />}
      onSave={save}
      onChangeQuestion={onChangeQuestion}
      onUploadInstead={() => dispatch(openUpload(prompt))}
      onClose={() => void navigate(paths.videos(userId), { replace: true })}
    />
  );
}
