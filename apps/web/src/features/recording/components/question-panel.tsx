import { recording as text } from '@kinreel/messages/en/recording';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatDuration } from '../../../shared/format/duration-and-size.ts';
import { useIsScrollable } from '../../../shared/ui/use-is-scrollable.ts';
import { isBusy, type RecorderState } from '../recorder-state.ts';
import { PORTRAIT, SHORT } from './tray.tsx';

interface QuestionPanelProps {
  state: RecorderState;
  question: string;
  /** Who asks it, such as "Mia asks"; null if nobody does. */
  asks: string | null;
  /** Recordings on this device that were not uploaded. Hidden during a recording. */
  savedTakes: ReactNode;
  onChangeQuestion: (() => void) | undefined;
}

/** The question in large text, next to or above the picture. */
export function QuestionPanel({ state, question, asks, savedTakes, onChangeQuestion }: QuestionPanelProps) {
  const { stage, seconds } = state;
  const isReview = stage === 'review';
  const [scroller, isScrollable] = useIsScrollable();
  const canChange = stage === 'off' || stage === 'ready' || stage === 'problem';
  return (
    <Box
      ref={scroller}
      // Not focusable during a recording.
      tabIndex={isScrollable ? 0 : undefined}
      sx={{
        gridArea: 'question',
        minHeight: 0,
        maxHeight: { xs: '46dvh', sm: 'none' },
        overflowY: 'auto',
        display: 'flex',
        flexDirection: 'column',
        px: { xs: 4, sm: 0 },
        pt: { xs: 1.5, sm: 16 },
        pb: { xs: 2, sm: 4 },
        [SHORT]: { pt: 12, pb: 1, maxHeight: 'none' },
        [PORTRAIT]: { maxHeight: '46dvh' },
      }}
    >
      <Box sx={{ my: { sm: 'auto' } }}>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            // As high as with the button, so that the picture stays in its place.
            minHeight: 48,
            pr: { xs: 12, sm: 0 },
            gap: 2,
            [SHORT]: { minHeight: 0 },
          }}
        >
          <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere', [SHORT]: { display: 'none' } }}>
            {isReview ? answerLabel(seconds) : (asks ?? text.yourQuestion)}
          </Typography>
          {canChange && onChangeQuestion && (
            <Button onClick={onChangeQuestion} sx={{ ml: { xs: 'auto', sm: 0 } }}>
              {text.changeQuestion}
            </Button>
          )}
        </Box>
        <Typography
          variant="question"
          component="h1"
          sx={{
            // With large text at most so large that a line has room for a few words.
            fontSize: { xs: 'min(1.9375rem, 12vw)', sm: 'min(2.25rem, 7vw)', md: 'min(3.375rem, 5vw)' },
            lineHeight: { xs: 1.12, md: 1.06 },
            letterSpacing: '-0.02em',
            mt: { sm: 2.5 },
            [SHORT]: { fontSize: '1.625rem', mt: 0 },
          }}
        >
          {question}
        </Typography>
        <Typography
          variant="subtitle1"
          sx={{
            color: 'text.secondary',
            mt: 5,
            maxWidth: '34ch',
            display: { xs: 'none', sm: isReview ? 'none' : 'block' },
            [SHORT]: { display: 'none' },
            // Its room stays, and so does the picture below.
            [PORTRAIT]: { display: 'block', visibility: isReview ? 'hidden' : undefined },
          }}
        >
          {text.advice}
        </Typography>
        {!isBusy(stage) && !isReview && savedTakes}
      </Box>
    </Box>
  );
}

function answerLabel(seconds: number | null): string {
  if (seconds === null) return text.yourAnswer;
  return text.yourAnswerLength({ length: formatDuration(Math.floor(seconds)) });
}
