import { recording as text } from '@kinreel/messages/en/recording';
import { type ReactNode, useRef, useState } from 'react';
import { formatDurationWithUnits } from '../../../shared/format/duration-and-size.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { elapsedMs } from '../elapsed-time.ts';
import type { Recorder } from '../recorder.ts';
import type { RecorderState } from '../recorder-state.ts';

/** Questions before a recording is deleted or ended. */
type Question = 'start-over' | 'record-again' | 'leave';

interface RecorderQuestions {
  /** Pauses the recording and opens the dialog. */
  ask: (question: Question) => void;
  dialog: ReactNode;
}

/**
 * Asks before a recording is deleted or ended. After "Cancel" it stays paused, after "Keep recording"
 * it continues. The caller renders `dialog`.
 * @param stopText where a recording that was left can be found
 */
export function useRecorderQuestions(
  recorder: Recorder,
  state: RecorderState,
  onLeave: () => void,
  stopText: string = text.stopText,
): RecorderQuestions {
  const [question, setQuestion] = useState<Question>('leave');
  const [isOpen, setIsOpen] = useState(false);
  const wasRecording = useRef(false);

  function ask(next: Question) {
    wasRecording.current = state.stage === 'recording';
    recorder.pause();
    setQuestion(next);
    setIsOpen(true);
  }

  const { act, ...texts } = describe();
  const dialog = (
    <ConfirmDialog
      open={isOpen}
      {...texts}
      onConfirm={() => {
        setIsOpen(false);
        act();
      }}
      onClose={() => {
        setIsOpen(false);
        if (question === 'leave' && wasRecording.current) recorder.resume();
      }}
    />
  );
  return { ask, dialog };

  function describe(): { title: string; text: string; confirmLabel: string; cancelLabel?: string; act: () => void } {
    switch (question) {
      case 'start-over': {
        const length = formatDurationWithUnits(elapsedMs(state.elapsed, performance.now()) / 1000);
        return {
          title: text.startOverTitle,
          text: text.startOverText({ length }),
          confirmLabel: text.startOver,
          act: () => void recorder.startOver(),
        };
      }
      case 'record-again':
        return {
          title: text.recordAgainTitle,
          text: text.recordAgainText,
          confirmLabel: text.recordAgain,
          act: () => void recorder.retake(),
        };
      case 'leave': {
        const isLost = state.stage === 'review' && state.place === 'memory';
        return isLost
          ? { title: text.leaveTitle, text: text.leaveText, confirmLabel: text.leave, act: onLeave }
          : {
              title: text.stopTitle,
              text: stopText,
              confirmLabel: text.stop,
              cancelLabel: text.keepRecording,
              act: onLeave,
            };
      }
    }
  }
}
