import type { Video } from '@kinreel/contracts/videos';
import { PosterDialog } from '../../features/posters/components/poster-dialog.tsx';
import { TrimDialog } from '../../features/trimming/components/trim-dialog.tsx';

interface VideoEditingProps {
  /** The edited video and the dialog; null while closed. */
  edited: { video: Video; what: 'trim' | 'poster' } | null;
  onClose: () => void;
}

/** The dialogs that edit a video: trim and poster. */
export function VideoEditing({ edited, onClose }: VideoEditingProps) {
  const video = (what: 'trim' | 'poster') => (edited?.what === what ? edited.video : null);
  return (
    <>
      <TrimDialog video={video('trim')} onClose={onClose} />
      <PosterDialog video={video('poster')} onClose={onClose} />
    </>
  );
}
