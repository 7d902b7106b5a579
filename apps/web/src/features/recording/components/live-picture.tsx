import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';

interface LivePictureProps {
  stream: MediaStream | null;
  /** As in a mirror; only the preview is, never the recording. */
  mirrored: boolean;
  /** Shows that nothing of it is being recorded. */
  dimmed: boolean;
}

/** What the camera sees now. */
export function LivePicture({ stream, mirrored, dimmed }: LivePictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <Box
      component="video"
      ref={video}
      autoPlay
      muted
      playsInline
      aria-label="What your camera sees"
      sx={{
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        objectFit: 'cover',
        transform: mirrored ? 'scaleX(-1)' : undefined,
        filter: dimmed ? 'brightness(.55)' : undefined,
      }}
    />
  );
}
