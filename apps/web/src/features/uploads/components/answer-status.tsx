import { uploads as text } from '@kinreel/messages/en/uploads';
import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useDispatch } from 'react-redux';
import { formatPercent } from '../../../shared/format/numbers.ts';
import { ProgressRing } from '../../../shared/ui/progress-ring.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { showUpload } from '../upload-actions.ts';
import { announcement, isInterrupted, percentSent } from '../upload-text.ts';
import type { ChosenUpload, Upload } from '../upload-types.ts';

interface AnswerStatusProps {
  /** A queued upload has no phase. Undefined before the upload starts and after it has ended. */
  upload: Upload | ChosenUpload | undefined;
  isPublished: boolean;
}

/** One line about an answer that is uploaded in the background. */
export function AnswerStatus({ upload, isPublished }: AnswerStatusProps) {
  const dispatch = useDispatch();
  const current = upload && 'phase' in upload ? upload : null;
  if (current && ['failed', 'fileNeeded', 'paused'].includes(current.phase)) {
    return (
      <Alert
        severity={current.phase === 'paused' ? 'info' : 'error'}
        action={
          <Button color="inherit" onClick={() => dispatch(showUpload())}>
            {text.showUpload}
          </Button>
        }
        sx={{ mt: 2 }}
      >
        {current.phase === 'paused'
          ? text.answerPaused({ percent: formatPercent(percentSent(current)) })
          : text.answerFailed}
      </Alert>
    );
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 2, minHeight: 28, color: 'text.secondary' }}>
      {isPublished ? (
        <CheckCircleOutlineRounded aria-hidden color="primary" />
      ) : (
        <ProgressRing
          size={28}
          value={current ? percentSent(current) : 0}
          label={text.upload}
          tone={current && isInterrupted(current) ? 'warning' : 'brand'}
        />
      )}
      <span>{isPublished ? text.answerSent : sendingText(upload, current)}</span>
      <Box component="span" role="status" sx={visuallyHidden}>
        {isPublished ? text.answerSent : current && announcement(current)}
      </Box>
    </Box>
  );
}

function sendingText(upload: AnswerStatusProps['upload'], current: Upload | null): string {
  if (!current) return upload ? text.answerQueued : text.answerStarting;
  if (current.phase === 'connectionLost') return text.answerConnectionLost;
  if (current.phase === 'publishing') return text.publishing;
  return text.answerSending({ percent: formatPercent(percentSent(current)) });
}
