import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';

/** Plays a take from this device. */
export function TakePlayer({ file, label }: { file: File; label: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return (
    <Box
      component="video"
      src={url}
      controls
      playsInline
      aria-label={label}
      sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'contain', bgcolor: '#000' }}
    />
  );
}
