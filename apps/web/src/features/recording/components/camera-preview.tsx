import { recording as text } from '@kinreel/messages/en/recording';
import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';

interface CameraPreviewProps {
  stream: MediaStream | null;
  /** Mirrors the preview. The recording is never mirrored. */
  isMirrored: boolean;
  /** Shows that the recording is paused. */
  isDimmed: boolean;
  /** Called with the aspect ratio, width divided by height, also when the device is rotated. */
  onShape: (shape: number) => void;
}

/** Live picture of the camera. */
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
        // Not `cover`: the preview shows the whole recorded picture, also if its shape differs from that of the screen.
        objectFit: 'contain',
        // Above the center, because the buttons are at the bottom.
        objectPosition: '50% 35%',
        [PORTRAIT]: { objectPosition: '50% 0' },
        transform: isMirrored ? 'scaleX(-1)' : undefined,
        filter: isDimmed ? 'brightness(.55)' : undefined,
      }}
    />
  );
}
