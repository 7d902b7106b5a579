import { recording as text } from '@kinreel/messages/en/recording';
import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';

interface CameraPreviewProps {
  stream: MediaStream | null;
  /** Like a mirror. The recording is never mirrored. */
  isMirrored: boolean;
  /** Shows that the recording is paused. */
  isDimmed: boolean;
}

/** What the camera sees now. */
export function CameraPreview({ stream, isMirrored, isDimmed }: CameraPreviewProps) {
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
      aria-label={text.cameraPreview}
      sx={{
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        // Not `cover`: what is recorded is the whole picture, also if its shape differs from that of the screen.
        objectFit: 'contain',
        // Above the middle, because the buttons are at the bottom.
        objectPosition: '50% 35%',
        transform: isMirrored ? 'scaleX(-1)' : undefined,
        filter: isDimmed ? 'brightness(.55)' : undefined,
      }}
    />
  );
}
