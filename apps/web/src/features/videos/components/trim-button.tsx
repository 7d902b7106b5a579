import type { Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import ContentCutRounded from '@mui/icons-material/ContentCutRounded';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { formatDuration } from '../../../shared/format/duration-and-size.ts';
import { useFocusWhenRemoved } from '../../../shared/ui/use-focus-when-removed.ts';
import { useVideoActions } from '../video-actions.tsx';

/** The current trim of one of the user's own videos, and a button to change it. */
export function TrimButton({ video }: { video: Video }) {
  const { onEdit, editIntent } = useVideoActions();
  const button = useRef<HTMLButtonElement>(null);
  useFocusWhenRemoved(button);
  // Saved responses of earlier versions lack this field.
  const { trim } = video;
  return (
    <>
      {trim && (
        <div className="num">
          {text.trimmed({
            start: formatDuration(trim.start),
            end: formatDuration(trim.end),
            all: formatDuration(trim.whole),
          })}
        </div>
      )}
      <Button
        ref={button}
        startIcon={<ContentCutRounded />}
        aria-label={text.trimOf({ prompt: video.prompt })}
        onClick={() => onEdit(video, 'trim')}
        sx={{ display: 'flex', marginInlineStart: -3.5, minHeight: 44 }}
        {...editIntent}
      >
        {text.trim}
      </Button>
    </>
  );
}
