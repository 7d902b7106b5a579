import { layout as text } from '@kinreel/messages/en/layout';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useNotices } from '../../shared/ui/notices.tsx';
import { useLeaveDialog } from '../../shared/ui/use-leave-dialog.tsx';
import { hasUnsavedWork } from '../../shared/unsaved-work.ts';
import { paths } from '../paths.ts';

interface UploadOutcomeProps {
  userId: string;
  /** Number of uploads that were published since the login. */
  published: number;
}

/**
 * UP-05: shows the success notice, then opens the user's videos page. If that would lose unsaved work, such as a
 * recording or text in a form, the notice has a button that opens it. On the page for choosing who may see an answer,
 * both wait for Done, and the notice also says who can see the answer, which that page puts in the history entry.
 */
export function UploadOutcome({ userId, published }: UploadOutcomeProps) {
  const navigate = useNavigate();
  const notices = useNotices();
  const announced = useRef(published);
  const { pathname, state } = useLocation();
  const note = (state as { whoSees?: string } | null)?.whoSees;
  const isChoosing = pathname === paths.saved;
  const isElsewhere = pathname !== paths.videos(userId);
  const hasWaited = useRef(false);
  const { askToLeave, dialog } = useLeaveDialog(() => void navigate(paths.videos(userId)));
  const latest = useRef(askToLeave);
  latest.current = askToLeave;
  useEffect(() => {
    const isNew = published > announced.current;
    if (isNew && isChoosing) {
      hasWaited.current = true;
      return;
    }
    announced.current = published;
    if (!isNew) return;
    // A person who left that page for another one is not moved.
    const said = hasWaited.current ? note : undefined;
    const stays = hasUnsavedWork() || (hasWaited.current && isElsewhere);
    hasWaited.current = false;
    notices.success({
      title: text.uploadedTitle,
      text: text.uploadedText,
      ...(said && { note: said }),
      ...(stays && { action: { label: text.seeVideos, onClick: () => latest.current() } }),
    });
    if (!stays) latest.current();
  }, [published, notices, isChoosing, isElsewhere, note]);
  return dialog;
}
