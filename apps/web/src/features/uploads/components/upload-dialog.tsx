import { uploads as text } from '@kinreel/messages/en/uploads';
import type { ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { AppDialog } from '../../../shared/ui/app-dialog.tsx';
import { closeUploadDialog } from '../upload-actions.ts';
import { selectIsUploadOpen, selectUpload } from '../uploads-selectors.ts';
import { type RenderPrompts, UploadPanel } from './upload-panel.tsx';

interface UploadDialogProps {
  renderPrompts: RenderPrompts;
  /** Another way to add a video, shown below the drop area. */
  otherWay?: ReactNode;
}

/** The dialog "Upload Video Here!" (UP-01). The upload continues when it is closed. */
export function UploadDialog({ renderPrompts, otherWay }: UploadDialogProps) {
  const dispatch = useDispatch();
  const upload = useSelector(selectUpload);
  const isOpen = useSelector(selectIsUploadOpen);
  return (
    <AppDialog
      open={isOpen}
      title={text.title}
      maxWidth={!upload?.prompt ? 980 : 880}
      onClose={() => dispatch(closeUploadDialog())}
    >
      <UploadPanel renderPrompts={renderPrompts} otherWay={otherWay} />
    </AppDialog>
  );
}
