import { recording as text } from '@kinreel/messages/en/recording';
import Box from '@mui/material/Box';
import type { RecorderState } from '../recorder-state.ts';
import { SoundMeter } from './sound-meter.tsx';
import { StorageNote } from './storage-note.tsx';
import { SHORT } from './tray.tsx';

/** Shown below the question while the camera is on: the microphone level, and where the recording is stored. */
export function LiveFooter({ state }: { state: RecorderState }) {
  const isInMemory = state.place === 'memory';
  return (
    <>
      <SoundMeter stream={state.stream} silent={state.choice.silent} />
      <Box sx={{ display: { xs: isInMemory ? 'block' : 'none', sm: 'block' }, [SHORT]: { display: 'none' } }}>
        {(state.stage !== 'ready' || isInMemory) && (
          <StorageNote place={state.place}>{text.safeWhileRecording}</StorageNote>
        )}
      </Box>
    </>
  );
}
