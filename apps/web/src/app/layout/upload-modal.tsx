import { uploadPages as text } from '@kinreel/messages/en/upload-pages';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router';
import { PromptChooser } from '../../features/prompts/components/prompt-chooser.tsx';
import { UploadDialog } from '../../features/uploads/components/upload-dialog.tsx';
import type { RenderPrompts } from '../../features/uploads/components/upload-panel.tsx';
import { closeUploadDialog } from '../../features/uploads/upload-actions.ts';
import { selectUploadPrompt } from '../../features/uploads/uploads-selectors.ts';
import { paths } from '../paths.ts';

/** The prompts as the uploader shows them. */
export const renderPrompts: RenderPrompts = (value, onChange) => (
  <PromptChooser somethingElse value={value} onChange={onChange} />
);

/** The alternative to an upload: record a video with the chosen prompt. */
export function RecordInstead() {
  const dispatch = useDispatch();
  const prompt = useSelector(selectUploadPrompt);
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, mt: 4 }}>
      <Box sx={{ color: 'text.secondary' }}>{text.or}</Box>
      <Button
        component={Link}
        to={prompt ? paths.recordPrompt(prompt.id) : paths.record}
        onClick={() => dispatch(closeUploadDialog())}
        variant="soft"
        startIcon={<VideocamOutlined />}
        sx={{ justifySelf: 'stretch' }}
      >
        {text.record}
      </Button>
    </Box>
  );
}

/** "Upload Video Here!" with its prompts. Loaded when it is first opened. */
export function UploadModal() {
  return <UploadDialog renderPrompts={renderPrompts} otherWay={<RecordInstead />} />;
}
