import type { ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { closeUploadDialog } from '../upload-actions.ts';
import { selectIsUploadOpen, selectUpload } from '../uploads-state.ts';
import { type RenderPrompts, UploadPanel } from './upload-panel.tsx';

interface UploadDialogProps {
  renderPrompts: RenderPrompts;
  /** Another way to a video, below the drop area. */
  otherWay?: ReactNode;
}

/** The modal "Upload Video Here!" (UP-01). Closed during an upload, it lets the upload go on. */
export function UploadDialog({ renderPrompts, otherWay }: UploadDialogProps) {
  const dispatch = useDispatch();
  const upload = useSelector(selectUpload);
  const isOpen = useSelector(selectIsUploadOpen);
  return (
    <AppDialog
      open={isOpen}
      title="Upload Video Here!"
      maxWidth={!upload?.prompt ? 980 : 880}
      onClose={() => dispatch(closeUploadDialog())}
    >
      <UploadPanel renderPrompts={renderPrompts} otherWay={otherWay} />
    </AppDialog>
  );
}
