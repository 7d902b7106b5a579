import { recording as text } from '@kinreel/messages/en/recording';
import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { useIsCovered } from '../../../shared/ui/use-is-covered.ts';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import type { Recorder } from '../recorder.ts';
import { isBusy, isLive, type RecorderState } from '../recorder-state.ts';
import type { Take, TakePrompt } from '../take.ts';
import { useFocusOnStage } from '../use-focus-on-stage.ts';
import { useLeaveGuard } from '../use-leave-guard.ts';
import { useRecorderState } from '../use-recorder.ts';
import { DeviceDialog } from './device-dialog.tsx';
import { LiveFooter } from './live-footer.tsx';
import { QuestionPanel } from './question-panel.tsx';
import { RecorderHeader } from './recorder-header.tsx';
import { RecorderTray } from './recorder-tray.tsx';
import { RecorderView } from './recorder-view.tsx';
import { ReviewFooter } from './review-footer.tsx';
import { StorageNote } from './storage-note.tsx';
import { PORTRAIT, SHORT, SIDE_BY_SIDE, SMALL } from './tray.tsx';
import { useRecorderQuestions } from './use-recorder-questions.tsx';

interface RecorderScreenProps {
  recorder: Recorder;
  /** The question to answer; a take that is shown has its own. */
  prompt: TakePrompt;
  /** Who asks it, such as "Mia asks"; null if nobody does. */
  asks: string | null;
  /** Shown on large screens. */
  logo: ReactNode;
  /** Recordings on this device that were not uploaded; shown while nothing is recorded. */
  savedTakes: ReactNode;
  /** Label of the button that saves the take. */
  saveLabel?: string;
  /** Where a recording that was left can be found. */
  stopText?: string;
  onSave: (take: Take) => void;
  /** Omitted if there is only this question. */
  onChangeQuestion?: () => void;
  onUploadInstead: () => void;
  onClose: () => void;
}

/** The recorder (UP-08): the question beside the picture, the buttons over it, then the review. */
export function RecorderScreen({ recorder, onSave, onClose, onUploadInstead, ...props }: RecorderScreenProps) {
  const state = useRecorderState(recorder);
  const { stage, take } = state;
  const [isChoosingDevices, setIsChoosingDevices] = useState(false);
  const [status, setStatus] = useState<Element | null>(null);
  const isCovered = useIsCovered(status);
  const mainButton = useFocusOnStage(stage);
  const questions = useRecorderQuestions(recorder, state, onClose, props.stopText);
  const prompt = take?.prompt ?? props.prompt;
  const isReview = stage === 'review' && take !== null;
  const wouldBeLost = isReview && state.place === 'memory';
  const close = () => ((isBusy(stage) && stage !== 'counting') || wouldBeLost ? questions.ask('leave') : onClose());
  useLeaveGuard(isBusy(stage) || wouldBeLost, close);

  return (
    <RecorderGrid>
      <QuestionPanel
        state={state}
        question={prompt.prompt}
        asks={props.asks}
        savedTakes={props.savedTakes}
        onChangeQuestion={props.onChangeQuestion}
      />
      <RecorderView
        recorder={recorder}
        state={state}
        question={prompt.prompt}
        onUploadInstead={onUploadInstead}
        tray={
          <RecorderTray
            recorder={recorder}
            state={state}
            prompt={prompt}
            onOpenSettings={() => setIsChoosingDevices(true)}
            onStartOver={() => questions.ask('start-over')}
            mainButton={mainButton}
          />
        }
      />
      {isReview && (
        <ReviewFooter
          reason={state.endReason}
          saveLabel={props.saveLabel}
          onSave={() => onSave(take)}
          onRecordAgain={() => questions.ask('record-again')}
          mainButton={mainButton}
        />
      )}
      <Box
        sx={{
          gridArea: 'note',
          px: { xs: 4, sm: 0 },
          pb: { xs: 1, sm: 0 },
          // On phones it is above the picture, which stays in its place from the preview to the review.
          minHeight: { xs: stage === 'off' || stage === 'problem' ? 0 : 40, sm: 0 },
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'center',
          [PORTRAIT]: { pt: isLive(stage) ? 3 : 0 },
        }}
      >
        {isReview && <StorageNote place={state.place}>{text.safeUntilUploaded}</StorageNote>}
        {isLive(stage) && <LiveFooter state={state} />}
      </Box>
      <RecorderHeader logo={props.logo} onClose={close} />
      <Box ref={setStatus} component="span" role="status" sx={visuallyHidden}>
        {!isCovered && announcement(state)}
      </Box>
      <DeviceDialog
        open={isChoosingDevices}
        cameras={state.cameras}
        microphones={state.microphones}
        choice={state.choice}
        stream={state.stream}
        onChoose={(change) => void recorder.turnOn(change)}
        onClose={() => setIsChoosingDevices(false)}
        // The button that opened it is another one since another camera is on.
        onClosed={() => {
          const focused = document.activeElement;
          if (focused === document.body || focused?.closest('[role=dialog]')) mainButton.current?.focus();
        }}
      />
      {questions.dialog}
    </RecorderGrid>
  );
}

/**
 * Question, picture, buttons and note: below each other on phones and upright tablets, side by side on larger screens.
 */
function RecorderGrid({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        height: '100dvh',
        overflow: 'hidden',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gridTemplateRows: 'auto auto minmax(0, 1fr) auto',
        gridTemplateAreas: '"question" "note" "view" "footer"',
        [SIDE_BY_SIDE]: {
          gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 7fr)',
          gridTemplateRows: 'minmax(0, 1fr) auto auto',
          gridTemplateAreas: '"question view" "footer view" "note view"',
        },
        columnGap: { sm: 6, md: 12 },
        p: { sm: 5, md: 7 },
        pl: { md: 14 },
        [SHORT]: { p: 3, columnGap: 5 },
        // The page scrolls.
        [SMALL]: { height: 'auto', overflow: 'visible', gridTemplateRows: 'auto auto 240px auto' },
        // The picture is as high as its shape needs, or lower if the text needs the room.
        [PORTRAIT]: { display: 'flex', flexDirection: 'column', '& > *': { flex: 'none' } },
      }}
    >
      {children}
    </Box>
  );
}

/** What a screen reader says when the recording starts, pauses or ends. */
function announcement({ stage }: RecorderState): string {
  if (stage === 'recording') return text.recording;
  if (stage === 'paused') return text.paused;
  return stage === 'review' ? text.recordingFinished : '';
}
