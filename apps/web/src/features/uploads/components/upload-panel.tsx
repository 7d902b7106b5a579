import { messages } from '@kinreel/contracts/messages';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import { type ReactNode, useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { chooseFile, choosePrompt, clearVideo } from '../upload-manager.ts';
import { type ChosenPrompt, selectUpload } from '../uploads.slice.ts';
import { UploadProgress } from './upload-progress.tsx';
import { VideoDropArea } from './video-drop-area.tsx';

/** Draws the list of prompts: the one chosen, and what to do with another. */
export type RenderPrompts = (value: number | null, onChange: (prompt: ChosenPrompt) => void) => ReactNode;

interface UploadPanelProps {
  renderPrompts: RenderPrompts;
}

/** Choose a prompt and a video; it is sent at once when both are there. While it is sent, how far it is. */
export function UploadPanel({ renderPrompts }: UploadPanelProps) {
  const dispatch = useDispatch();
  const { phase, prompt, file, promptMissing } = useSelector(selectUpload);

  // UP-06: the selected video is cleared when the upload control appears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => clearVideo(dispatch, phase), []);

  if (phase !== 'choosing') return <UploadProgress />;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        gap: { xs: 6, sm: 8 },
      }}
    >
      <div>
        {promptMissing && (
          <Alert severity="warning" sx={{ mb: 4 }}>
            <AlertTitle>{messages.upload.promptRequired.title}</AlertTitle>
            {messages.upload.promptRequired.text}
          </Alert>
        )}
        {renderPrompts(prompt?.id ?? null, (chosen) => choosePrompt(dispatch, chosen))}
      </div>
      <div>
        <FormLabel component="p" sx={{ display: { xs: 'none', sm: 'block' }, m: 0, mb: 2 }}>
          Add your video
        </FormLabel>
        <VideoDropArea file={file} onFile={(chosen) => chooseFile(dispatch, chosen, prompt)} />
      </div>
    </Box>
  );
}
