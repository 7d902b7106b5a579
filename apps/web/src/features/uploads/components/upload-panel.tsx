import { uploads as text } from '@kinreel/messages/en/uploads';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import { type ReactNode, useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { chooseFile, choosePrompt } from '../upload-actions.ts';
import { loadRunner } from '../upload-effects.ts';
import { needsPrompt } from '../upload-machine.ts';
import type { ChosenPrompt } from '../upload-types.ts';
import { selectUpload, selectUploadPrompt } from '../uploads-selectors.ts';
import { UploadProgress } from './upload-progress.tsx';
import { VideoDropArea } from './video-drop-area.tsx';

/** Renders the list of prompts, with the chosen one and a change handler. */
export type RenderPrompts = (value: number | null, onChange: (prompt: ChosenPrompt) => void) => ReactNode;

interface UploadPanelProps {
  renderPrompts: RenderPrompts;
  /** Another way to add a video, shown below the drop area. */
  otherWay?: ReactNode;
}

/**
 * Chooses a prompt and a video. The upload starts when a video is chosen, and is published when a prompt is chosen too.
 * From then on only its progress is shown.
 */
export function UploadPanel({ renderPrompts, otherWay }: UploadPanelProps) {
  const dispatch = useDispatch();
  const upload = useSelector(selectUpload);
  const prompt = useSelector(selectUploadPrompt);
  const asksForPrompt = needsPrompt(upload);
  const alert = useRef<HTMLDivElement>(null);

  // If loading fails, choosing a file tries again.
  useEffect(() => void loadRunner().catch(() => null), []);

  // On a phone the alert may be above the visible area.
  useEffect(() => {
    if (asksForPrompt) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [asksForPrompt]);

  if (upload?.prompt) return <UploadProgress upload={upload} />;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        gap: { xs: 6, sm: 8 },
      }}
    >
      <div>
        {asksForPrompt && upload?.phase !== 'failed' && (
          <Alert severity="warning" ref={alert} sx={{ mb: 4 }}>
            <AlertTitle>{text.promptRequiredTitle}</AlertTitle>
            {text.promptRequiredText}
          </Alert>
        )}
        {renderPrompts(prompt?.id ?? null, (chosen) => dispatch(choosePrompt(chosen)))}
      </div>
      <div>
        <FormLabel component="p" sx={{ display: { xs: 'none', sm: 'block' }, m: 0, mb: 2 }}>
          {asksForPrompt ? text.yourVideo : text.addVideo}
        </FormLabel>
        {upload ? (
          <UploadProgress upload={upload} small />
        ) : (
          <>
            <VideoDropArea onFile={(chosen) => dispatch(chooseFile(chosen, prompt))} />
            {otherWay}
          </>
        )}
      </div>
    </Box>
  );
}
