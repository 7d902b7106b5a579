import type { Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import ImageOutlined from '@mui/icons-material/ImageOutlined';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useFocusWhenRemoved } from '../../../shared/ui/use-focus-when-removed.ts';
import { useVideoActions } from '../video-actions.tsx';

/** Opens the poster dialog for one of the user's own videos. */
export function PosterButton({ video }: { video: Video }) {
  const { onEdit, editIntent } = useVideoActions();
  const button = useRef<HTMLButtonElement>(null);
  useFocusWhenRemoved(button);
  return (
    <Button
      ref={button}
      startIcon={<ImageOutlined />}
      aria-label={text.changePictureOf({ prompt: video.prompt })}
      onClick={() => onEdit(video, 'poster')}
      sx={{ display: 'flex', marginInlineStart: -3.5, minHeight: 44 }}
      {...editIntent}
    >
      {text.changePicture}
    </Button>
  );
}
