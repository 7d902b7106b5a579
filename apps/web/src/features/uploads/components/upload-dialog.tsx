import { useDispatch, useSelector } from 'react-redux';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { selectUpload, uploadClosed } from '../uploads.slice.ts';
import { type RenderPrompts, UploadPanel } from './upload-panel.tsx';

/** The modal "Upload Video Here!" (UP-01). Closed during an upload, it lets the upload go on. */
export function UploadDialog({ renderPrompts }: { renderPrompts: RenderPrompts }) {
  const dispatch = useDispatch();
  const { isOpen, phase } = useSelector(selectUpload);
  return (
    <AppDialog
      open={isOpen}
      title="Upload Video Here!"
      maxWidth={phase === 'choosing' ? 980 : 880}
      onClose={() => dispatch(uploadClosed())}
    >
      <UploadPanel renderPrompts={renderPrompts} />
    </AppDialog>
  );
}
