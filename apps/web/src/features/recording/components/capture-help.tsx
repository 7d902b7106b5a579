import VideocamOffOutlined from '@mui/icons-material/VideocamOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type CaptureProblem, canGoSilent, howToAllow } from '../capture-problem.ts';
import { SHORT } from './tray.tsx';

interface CaptureHelpProps {
  problem: CaptureProblem;
  onTryAgain: () => void;
  onGoSilent: () => void;
  onUploadInstead: () => void;
}

/** What is in the way, and what helps. */
const WORDS: Record<CaptureProblem, { title: string; text: () => string; retry: boolean }> = {
  refused: {
    title: 'The camera is not allowed yet',
    text: () =>
      `Your browser keeps the camera and the microphone closed for Kinreel. ${howToAllow(navigator.userAgent)}`,
    retry: true,
  },
  dismissed: {
    title: 'The browser’s question was closed',
    text: () => 'Press Try again, and choose Allow when your browser asks.',
    retry: true,
  },
  'no-camera': {
    title: 'We found no camera',
    text: () => 'If you have one, plug it in and press Try again. A video from your phone does just as well.',
    retry: true,
  },
  'no-microphone': {
    title: 'We found no microphone',
    text: () => 'Plug one in and press Try again, or record a video without sound.',
    retry: true,
  },
  'microphone-refused': {
    title: 'The microphone is not allowed yet',
    text: () => `${howToAllow(navigator.userAgent)} Or record a video without sound.`,
    retry: true,
  },
  'in-use': {
    title: 'The camera is busy',
    text: () => 'Another program is using it, a video call perhaps. Close that program and press Try again.',
    retry: true,
  },
  insecure: {
    title: 'The camera needs a secure address',
    text: () =>
      'Browsers turn the camera on only for addresses that begin with https. Ask whoever looks after your Kinreel for that address.',
    retry: false,
  },
  unsupported: {
    title: 'This browser cannot record',
    text: () => 'Record with the camera of your phone or computer, and upload that video.',
    retry: false,
  },
  'no-room': {
    title: 'There is no room left on this device',
    text: () => 'Delete something you no longer need, or upload a video that you have already.',
    retry: true,
  },
  failed: {
    title: 'The camera did not start',
    text: () => 'Please try once more. If it stays so, close other programs that use the camera.',
    retry: true,
  },
};

/** Stands where the picture would be. There is always a way on. */
export function CaptureHelp({ problem, onTryAgain, onGoSilent, onUploadInstead }: CaptureHelpProps) {
  const { title, text, retry } = WORDS[problem];
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
      <Typography sx={{ color: 'text.secondary', maxWidth: '44ch' }}>{text()}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 3, mt: 2 }}>
        {retry && (
          <Button variant="contained" size="large" onClick={onTryAgain}>
            Try again
          </Button>
        )}
        {canGoSilent(problem) && (
          <Button variant="soft" size="large" onClick={onGoSilent}>
            Record without sound
          </Button>
        )}
        <Button variant={retry ? 'outlined' : 'contained'} size="large" onClick={onUploadInstead}>
          Upload a file instead
        </Button>
      </Box>
    </Box>
  );
}
