import { layout as text } from '@kinreel/messages/en/layout';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useNotices } from '../../shared/ui/notices.tsx';
import { useLeaveDialog } from '../../shared/ui/use-leave-dialog.tsx';
import { hasUnsavedWork } from '../../shared/unsaved-work.ts';
import { paths } from '../paths.ts';

interface UploadOutcomeProps {
  userId: string;
  /** How many uploads were published since the login. */
  published: number;
}

/**
 * UP-05: shows the success notice, then opens the user's videos page. If that would lose unsaved work, such as a recording or
 * words in a form, the notice has a button that opens it.
 */
export function UploadOutcome({ userId, published }: UploadOutcomeProps) {
  const navigate = useNavigate();
  const notices = useNotices();
  const announced = useRef(published);
  const { askToLeave, dialog } = useLeaveDialog(() => void navigate(paths.videos(userId)));
  const latest = useRef(askToLeave);
  latest.current = askToLeave;
  useEffect(() => {
    const isNew = published > announced.current;
    announced.current = published;
    if (!isNew) return;
    const isUnsaved = hasUnsavedWork();
    notices.success({
      title: text.uploadedTitle,
      text: text.uploadedText,
      ...(isUnsaved && { action: { label: text.seeVideos, onClick: () => latest.current() } }),
    });
    if (!isUnsaved) latest.current();
  }, [published, notices]);
  return dialog;
}
