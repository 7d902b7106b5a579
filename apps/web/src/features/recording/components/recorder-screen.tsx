import CameraswitchOutlined from '@mui/icons-material/CameraswitchOutlined';
import CheckRounded from '@mui/icons-material/CheckRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import FiberManualRecordRounded from '@mui/icons-material/FiberManualRecordRounded';
import PauseRounded from '@mui/icons-material/PauseRounded';
import ReplayRounded from '@mui/icons-material/ReplayRounded';
import TuneRounded from '@mui/icons-material/TuneRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDuration, formatDurationWithUnits } from '../../../shared/format/duration-and-size.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { elapsedMs } from '../elapsed.ts';
import { COUNT_FROM, type Ending, type Recorder, type Stage } from '../recorder.ts';
import type { Take, TakePrompt } from '../take-store.ts';
import { useLeaveGuard } from '../use-leave-guard.ts';
import { useRecorderState } from '../use-recorder.ts';
import { CaptureHelp } from './capture-help.tsx';
import { CountDown } from './count-down.tsx';
import { DeviceDialog } from './device-dialog.tsx';
import { ElapsedTime } from './elapsed-time.tsx';
import { LivePicture } from './live-picture.tsx';
import { SoundMeter } from './sound-meter.tsx';
import { TakePlayer } from './take-player.tsx';
import { SHORT, Tray, TrayButton, TraySpace } from './tray.tsx';

interface RecorderScreenProps {
  recorder: Recorder;
  /** The question to answer; a take that is shown has its own. */
  prompt: TakePrompt;
  /** The product's mark, on a large screen. */
  mark: ReactNode;
  /** Recordings found on this device, while nothing is being recorded. */
  offers: ReactNode;
  onUse: (take: Take) => void;
  onChangePrompt: () => void;
  onUploadInstead: () => void;
  onClose: () => void;
}

type Question = 'start-over' | 'retake' | 'leave';

const BUSY: readonly Stage[] = ['counting', 'recording', 'paused', 'finishing'];
const LIVE: readonly Stage[] = ['ready', 'counting', 'recording', 'paused'];

/** Below this the person is told how much room there is, in minutes. */
const TELL_ROOM_MINUTES = 15;

const ENDINGS: Record<Ending, string> = {
  unplugged: 'The camera or the microphone was taken away. What you recorded until then is here.',
  full: 'This device has no room left. What you recorded until then is here.',
  'too-long': 'A video can be two hours long, so the recording ended here. All of it is kept.',
  failed: 'The recording stopped by itself. What you recorded until then is here.',
};

/** The recorder: the question beside the picture, every control in the tray of the picture, then the review (UP-08). */
export function RecorderScreen(props: RecorderScreenProps) {
  const { recorder, mark, offers } = props;
  const state = useRecorderState(recorder);
  const { stage, stream, take, choice } = state;
  const prompt = take?.prompt ?? props.prompt;
  const isTouch = useMediaQuery('(pointer: coarse)', { noSsr: true });
  const [question, setQuestion] = useState<Question>('leave');
  const [asks, setAsks] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const isReview = stage === 'review' && take !== null;
  const isLive = LIVE.includes(stage);
  const length = formatDurationWithUnits(
    isReview && state.seconds !== null ? state.seconds : elapsedMs(state.elapsed, performance.now()) / 1000,
  );

  function ask(next: Question) {
    recorder.pause();
    setQuestion(next);
    setAsks(true);
  }
  const isInMemory = state.place === 'memory' && isReview;
  const close = () => (stage !== 'counting' && (BUSY.includes(stage) || isInMemory) ? ask('leave') : props.onClose());
  useLeaveGuard(BUSY.includes(stage) || isInMemory, close);
  const mainButton = useFocusOnStage(stage);

  const questions: Record<Question, { title: string; text: string; label: string; act: () => void }> = {
    'start-over': {
      title: 'Start over?',
      text: `The recording so far, ${length}, is thrown away.`,
      label: 'Start over',
      act: () => void recorder.startOver(),
    },
    retake: {
      title: 'Record again?',
      text: 'This recording is thrown away before you begin a new one.',
      label: 'Record again',
      act: () => void recorder.retake(),
    },
    leave: isInMemory
      ? {
          title: 'Leave without this recording?',
          text: 'It is kept in this tab only and is gone when you leave.',
          label: 'Leave',
          act: props.onClose,
        }
      : {
          title: 'Stop recording?',
          text: 'What you have recorded so far is kept on this device. You find it on your videos page.',
          label: 'Stop',
          act: props.onClose,
        },
  };
  const { title, text, label, act } = questions[question];

  return (
    <Box
      sx={{
        display: 'grid',
        height: '100dvh',
        overflow: 'hidden',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 5fr) minmax(0, 7fr)' },
        gridTemplateRows: {
          xs: isReview ? 'auto minmax(0, 1fr) auto' : 'auto auto minmax(0, 1fr)',
          sm: 'minmax(0, 1fr) auto',
        },
        gridTemplateAreas: {
          xs: isReview ? '"words" "view" "foot"' : '"words" "foot" "view"',
          sm: '"words view" "foot view"',
        },
        columnGap: { sm: 6, md: 12 },
        p: { sm: 5, md: 7 },
        pl: { md: 14 },
        [SHORT]: { p: 3, columnGap: 5 },
      }}
    >
      <Box
        sx={{
          gridArea: 'words',
          minHeight: 0,
          maxHeight: { xs: isReview ? undefined : '46dvh', sm: 'none' },
          overflowY: 'auto',
          display: 'flex',
          flexDirection: 'column',
          px: { xs: 4, sm: 0 },
          pt: { xs: 1.5, sm: 16 },
          pb: { xs: 2, sm: 4 },
          [SHORT]: { pt: 12, pb: 1 },
        }}
      >
        <Box sx={{ my: { sm: 'auto' } }}>
          <Box
            sx={{ display: 'flex', alignItems: 'center', minHeight: { xs: 48, sm: 0 }, pr: { xs: 12, sm: 0 }, gap: 2 }}
          >
            <Typography sx={{ color: 'text.secondary', [SHORT]: { display: { sm: 'none' } } }}>
              {isReview ? 'Your answer' : 'Your prompt'}
              {isReview && state.seconds !== null && `, ${formatDuration(Math.floor(state.seconds))}`}
            </Typography>
            {(stage === 'off' || stage === 'ready' || stage === 'problem') && (
              <Button onClick={props.onChangePrompt} sx={{ ml: { xs: 'auto', sm: 0 } }}>
                Change
              </Button>
            )}
          </Box>
          <Typography
            variant="question"
            component="h1"
            sx={{
              fontSize: { xs: '1.9375rem', sm: '2.25rem', md: '3.375rem' },
              lineHeight: { xs: 1.12, md: 1.06 },
              letterSpacing: '-0.02em',
              mt: { sm: 2.5 },
              [SHORT]: { fontSize: '1.625rem', mt: 0 },
            }}
          >
            {prompt.prompt}
          </Typography>
          {!isReview && (
            <Typography
              variant="subtitle1"
              sx={{
                color: 'text.secondary',
                mt: 5,
                maxWidth: '34ch',
                display: { xs: 'none', sm: 'block' },
                [SHORT]: { display: 'none' },
              }}
            >
              Take your time. Look at the small lens above the picture, and speak as you would at the kitchen table.
            </Typography>
          )}
          {!BUSY.includes(stage) && !isReview && <Box sx={{ mt: 3, '&:empty': { display: 'none' } }}>{offers}</Box>}
        </Box>
      </Box>

      <Box
        component="section"
        aria-label={isReview ? 'Your recording' : 'Camera'}
        sx={{
          gridArea: 'view',
          position: 'relative',
          minHeight: 0,
          overflow: 'hidden',
          borderRadius: { xs: isReview ? 0 : '28px 28px 0 0', sm: '28px' },
          bgcolor: '#1b211c',
          color: '#ffffff',
          mt: { xs: 2, sm: 0 },
        }}
      >
        {isLive && <LivePicture stream={stream} mirrored={isMirrored(stream)} dimmed={stage === 'paused'} />}
        {isReview && <TakePlayer file={take.file} label={`Your answer to: ${prompt.prompt}`} />}
        {stage === 'problem' && state.problem && (
          <Box sx={{ height: '100%', color: 'text.primary' }}>
            <CaptureHelp
              problem={state.problem}
              onTryAgain={() => void recorder.turnOn()}
              onGoSilent={() => void recorder.turnOn({ silent: true })}
              onUploadInstead={props.onUploadInstead}
            />
          </Box>
        )}
        {stage === 'off' && (
          <Middle>
            <Typography variant="h2" component="p">
              First, the camera
            </Typography>
            <Typography sx={{ maxWidth: '36ch' }}>
              Your browser asks whether Kinreel may use your camera and microphone. Nothing is recorded until you press
              Record, and nothing is sent until you say so.
            </Typography>
            <Button
              size="large"
              onClick={() => void recorder.turnOn()}
              sx={{ bgcolor: '#ffffff', color: '#1e2a21', mt: 2, '&:hover': { bgcolor: '#e9ece3' }, ...onVideo }}
            >
              Turn on the camera
            </Button>
            <Button onClick={props.onUploadInstead} sx={{ color: 'inherit', ...onVideo }}>
              Upload a file instead
            </Button>
          </Middle>
        )}
        {(stage === 'opening' || stage === 'finishing') && (
          <Middle>
            <Spinner label={stage === 'opening' ? 'Turning on the camera' : 'Keeping your recording'} />
          </Middle>
        )}

        {(stage === 'recording' || stage === 'paused') && (
          <Chip isRecording={stage === 'recording'}>
            {stage === 'recording' ? 'Recording' : 'Paused'} <ElapsedTime elapsed={state.elapsed} />
          </Chip>
        )}
        {stage === 'ready' && (state.tooShort || isShortOfRoom(state.minutesLeft)) && (
          <Alert severity="warning" sx={{ position: 'absolute', top: 16, left: 16, right: 16 }}>
            {state.tooShort
              ? 'That was too short to keep. Please try once more.'
              : `There is room for about ${Math.max(1, Math.floor(state.minutesLeft ?? 0))} min on this device.`}
          </Alert>
        )}

        {isLive && (
          <Tray label="Recorder">
            {stage === 'ready' && (
              <>
                <TrayButton label="Devices" icon={<TuneRounded />} onClick={() => setChoosing(true)} />
                <TrayButton
                  main
                  label="Record"
                  icon={<FiberManualRecordRounded />}
                  buttonRef={mainButton}
                  onClick={() => recorder.countDown(prompt)}
                />
                {isTouch && state.cameras.length > 1 ? (
                  <TrayButton
                    label="Turn"
                    icon={<CameraswitchOutlined />}
                    onClick={() =>
                      void recorder.turnOn({
                        camera: '',
                        facing: isMirrored(stream) ? 'environment' : 'user',
                      })
                    }
                  />
                ) : (
                  <TraySpace />
                )}
              </>
            )}
            {stage === 'counting' && (
              <CountDown count={state.count} from={COUNT_FROM} onNotYet={() => recorder.notYet()} />
            )}
            {(stage === 'recording' || stage === 'paused') && (
              <>
                <TrayButton label="Start over" icon={<ReplayRounded />} onClick={() => ask('start-over')} />
                <TrayButton
                  main
                  label={stage === 'recording' ? 'Pause' : 'Go on'}
                  icon={stage === 'recording' ? <PauseRounded /> : <FiberManualRecordRounded />}
                  buttonRef={mainButton}
                  onClick={() => (stage === 'recording' ? recorder.pause() : recorder.resume())}
                />
                <TrayButton label="Finish" icon={<CheckRounded />} onClick={() => void recorder.finish()} />
              </>
            )}
          </Tray>
        )}
      </Box>

      <Box
        sx={{
          gridArea: 'foot',
          px: { xs: 4, sm: 0 },
          pb: { xs: isReview ? 'max(16px, env(safe-area-inset-bottom))' : 1, sm: 0 },
        }}
      >
        {isReview ? (
          <>
            {state.ending && (
              <Alert severity="warning" sx={{ my: 3 }}>
                {ENDINGS[state.ending]}
              </Alert>
            )}
            <Box
              sx={{
                display: 'flex',
                flexDirection: { xs: 'column', md: 'row' },
                flexWrap: 'wrap',
                gap: 3,
                my: { xs: 3, sm: 4 },
                [SHORT]: { my: 2, gap: 2 },
              }}
            >
              <Button ref={mainButton} size="large" variant="contained" onClick={() => props.onUse(take)}>
                Use this video
              </Button>
              <Button size="large" variant="outlined" onClick={() => ask('retake')}>
                Record again
              </Button>
            </Box>
            <Kept inMemory={state.place === 'memory'}>Kept on this device until it is sent</Kept>
          </>
        ) : (
          isLive && (
            <>
              <SoundMeter stream={stream} silent={choice.silent} />
              <Box
                sx={{
                  display: { xs: state.place === 'memory' ? 'block' : 'none', sm: 'block' },
                  [SHORT]: { display: 'none' },
                }}
              >
                {(stage !== 'ready' || state.place === 'memory') && (
                  <Kept inMemory={state.place === 'memory'}>Kept on this device as you speak</Kept>
                )}
              </Box>
            </>
          )
        )}
      </Box>

      <Box
        sx={{
          position: 'absolute',
          top: { xs: 6, sm: 20, md: 28 },
          left: { sm: 20, md: 56 },
          right: { xs: 4, sm: 'auto' },
          width: { sm: 'calc((100% - 64px) * 5 / 12)', md: 'calc((100% - 132px) * 5 / 12)' },
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          [SHORT]: { top: 4, left: 12 },
        }}
      >
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>{mark}</Box>
        <Button
          onClick={close}
          aria-label="Close the recorder"
          sx={{ color: 'text.primary', minWidth: 48, px: { xs: 0, sm: 3.5 }, '& .MuiButton-startIcon': { m: 0 } }}
          startIcon={<CloseRounded />}
        >
          <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' }, ml: 2 }}>
            Close
          </Box>
        </Button>
      </Box>

      <Box component="span" role="status" sx={visuallyHidden}>
        {stage === 'recording' ? 'Recording' : stage === 'paused' ? 'Paused' : isReview ? 'Recording finished' : ''}
      </Box>
      <DeviceDialog
        open={choosing}
        cameras={state.cameras}
        microphones={state.microphones}
        choice={choice}
        stream={stream}
        onChoose={(change) => void recorder.turnOn(change)}
        onClose={() => setChoosing(false)}
      />
      <ConfirmDialog
        open={asks}
        title={title}
        text={text}
        confirmLabel={label}
        onConfirm={() => {
          setAsks(false);
          act();
        }}
        onClose={() => setAsks(false)}
      />
    </Box>
  );
}

/** Focus ring of a button over the picture. */
const onVideo = {
  '&:focus-visible': { outline: '3px solid #ffffff', boxShadow: '0 0 0 9px var(--mui-palette-focusRing)' },
} as const;

/** A control that was pressed makes room for the next one: the focus goes on to that, so that the keyboard does not start anew. */
function useFocusOnStage(stage: Stage) {
  const main = useRef<HTMLButtonElement>(null);
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    if (document.activeElement === document.body) main.current?.focus();
  }, [stage]);
  return main;
}

/** A camera that looks away from the person is no mirror. */
function isMirrored(stream: MediaStream | null): boolean {
  return stream?.getVideoTracks()[0]?.getSettings().facingMode !== 'environment';
}

function isShortOfRoom(minutes: number | null): boolean {
  return minutes !== null && minutes < TELL_ROOM_MINUTES;
}

function Middle({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        height: '100%',
        overflowY: 'auto',
        display: 'grid',
        alignContent: 'safe center',
        justifyItems: 'center',
        textAlign: 'center',
        gap: 3,
        p: 6,
        '& [role=status], & [role=progressbar]': { color: 'inherit' },
      }}
    >
      {children}
    </Box>
  );
}

/** Says over the picture that it is being recorded: a red light and the time. */
function Chip({ isRecording, children }: { isRecording: boolean; children: ReactNode }) {
  return (
    <Box
      sx={{
        position: 'absolute',
        left: { xs: 16, sm: 24 },
        top: { xs: 16, sm: 24 },
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: { xs: 3.5, sm: 4 },
        py: { xs: 1.5, sm: 2 },
        borderRadius: '12px',
        bgcolor: 'media.main',
        color: 'media.contrastText',
        fontWeight: 600,
        fontSize: { xs: '1.125rem', sm: '1.25rem' },
        whiteSpace: 'nowrap',
        [SHORT]: { left: 12, top: 12 },
      }}
    >
      {isRecording ? (
        <Box aria-hidden sx={{ width: 14, height: 14, borderRadius: '50%', bgcolor: '#ff8a70' }} />
      ) : (
        <PauseRounded aria-hidden />
      )}
      <span>{children}</span>
    </Box>
  );
}

/** Where the recording is. */
function Kept({ inMemory, children }: { inMemory: boolean; children: ReactNode }) {
  if (inMemory) {
    return (
      <Alert severity="warning" sx={{ mt: 2 }}>
        This browser keeps nothing on this device. Leave this tab open until your video is sent.
      </Alert>
    );
  }
  return (
    <Typography
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        mt: { sm: 3 },
        color: 'text.secondary',
        fontSize: { xs: '1rem', sm: 'inherit' },
      }}
    >
      <CheckRounded aria-hidden /> {children}
    </Typography>
  );
}
