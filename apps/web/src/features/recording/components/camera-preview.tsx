import { recording as text } from '@kinreel/messages/en/recording';
import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';

interface CameraPreviewProps {
  stream: MediaStream | null;
  /** Like a mirror. The recording is never mirrored. */
  isMirrored: boolean;
  /** Shows that the recording is paused. */
  isDimmed: boolean;
  /** Gets the width of the picture divided by its height, again when the device is turned. */
  onShape: (shape: number) => void;
}

/** What the camera sees now. */
export function CameraPreview({ stream, isMirrored, isDimmed, onShape }: CameraPreviewProps) {
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
      onResize={({ currentTarget: { videoWidth, videoHeight } }) => {
        if (videoHeight > 0) onShape(videoWidth / videoHeight);
      }}
      sx={{
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        // Not `cover`: what is recorded is the whole picture, also if its shape differs from that of the screen.
        objectFit: 'contain',
        transform: isMirrored ? 'scaleX(-1)' : undefined,
        filter: isDimmed ? 'brightness(.55)' : undefined,
      }}
    />
  );
}
