import { PromptChooser } from '../../features/prompts/components/prompt-chooser.tsx';
import { UploadDialog } from '../../features/uploads/components/upload-dialog.tsx';
import type { RenderPrompts } from '../../features/uploads/components/upload-panel.tsx';

/** The prompts as the uploader shows them. */
export const renderPrompts: RenderPrompts = (value, onChange) => <PromptChooser value={value} onChange={onChange} />;

/** "Upload Video Here!" with its prompts. Loaded when it is opened for the first time. */
export function UploadModal() {
  return <UploadDialog renderPrompts={renderPrompts} />;
}
