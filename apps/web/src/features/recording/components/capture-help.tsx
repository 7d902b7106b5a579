import { recording as text } from '@kinreel/messages/en/recording';
import VideocamOffOutlined from '@mui/icons-material/VideocamOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type CaptureProblem, canRecordWithoutSound, howToAllow } from '../capture-problem.ts';
import { SHORT } from './tray.tsx';

interface CaptureHelpProps {
  problem: CaptureProblem;
  onTryAgain: () => void;
  onRecordWithoutSound: () => void;
  onUploadInstead: () => void;
}

/** Shown instead of the picture: the problem and possible solutions. Uploading a file is always possible. */
export function CaptureHelp({ problem, onTryAgain, onRecordWithoutSound, onUploadInstead }: CaptureHelpProps) {
  const { title, paragraphs } = explain(problem);
  const canTryAgain = problem !== 'insecure' && problem !== 'unsupported';
  return (
    <Box
      role="alert"
      sx={{
        height: '100%',
        overflowY: 'auto',
        display: 'grid',
        alignContent: 'safe center',
        justifyItems: 'center',
        textAlign: 'center',
        gap: 4,
        p: { xs: 5, sm: 9 },
        bgcolor: 'background.paper',
        color: 'text.primary',
      }}
    >
      <Box
        sx={{
          width: 84,
          height: 84,
          borderRadius: '50%',
          display: 'grid',
          placeItems: 'center',
          [SHORT]: { display: 'none' },
          bgcolor: 'tint.main',
          color: 'tint.contrastText',
        }}
      >
        <VideocamOffOutlined aria-hidden sx={{ fontSize: 40 }} />
      </Box>
      <Typography variant="h2">{title}</Typography>
      {paragraphs.map((paragraph) => (
        <Typography key={paragraph} sx={{ color: 'text.secondary', maxWidth: '44ch' }}>
          {paragraph}
        </Typography>
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 3, mt: 2 }}>
        {canTryAgain && (
          <Button variant="contained" size="large" onClick={onTryAgain}>
            {text.tryAgain}
          </Button>
        )}
        {canRecordWithoutSound(problem) && (
          <Button variant="soft" size="large" onClick={onRecordWithoutSound}>
            {text.recordWithoutSound}
          </Button>
        )}
        <Button variant={canTryAgain ? 'outlined' : 'contained'} size="large" onClick={onUploadInstead}>
          {text.uploadInstead}
        </Button>
      </Box>
    </Box>
  );
}

function explain(problem: CaptureProblem): { title: string; paragraphs: string[] } {
  switch (problem) {
    case 'blocked':
      return { title: text.blockedTitle, paragraphs: [text.blockedText, howToAllow(navigator.userAgent)] };
    case 'microphone-blocked':
      return {
        title: text.microphoneBlockedTitle,
        paragraphs: [howToAllow(navigator.userAgent), text.microphoneBlockedText],
      };
    case 'dismissed':
      return { title: text.dismissedTitle, paragraphs: [text.dismissedText] };
    case 'no-camera':
      return { title: text.noCameraTitle, paragraphs: [text.noCameraText] };
    case 'no-microphone':
      return { title: text.noMicrophoneTitle, paragraphs: [text.noMicrophoneText] };
    case 'in-use':
      return { title: text.inUseTitle, paragraphs: [text.inUseText] };
    case 'insecure':
      return { title: text.insecureTitle, paragraphs: [text.insecureText] };
    case 'unsupported':
      return { title: text.unsupportedTitle, paragraphs: [text.unsupportedText] };
    case 'no-space':
      return { title: text.noSpaceTitle, paragraphs: [text.noSpaceText] };
    case 'failed':
      return { title: text.failedTitle, paragraphs: [text.failedText] };
  }
}
