import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';

/** A frame of a take, without controls. It stays visible when the file is deleted. */
export function TakePicture({ file }: { file: File | null }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return (
    <Box
      aria-hidden
      sx={{ aspectRatio: '16 / 9', borderRadius: '20px', overflow: 'hidden', bgcolor: '#1b211c', boxShadow: 1 }}
    >
      {url && (
        <Box
          component="video"
          // Not the first frame, which is dark with many cameras.
          src={`${url}#t=0.5`}
          muted
          playsInline
          preload="auto"
          tabIndex={-1}
          sx={{ display: 'block', width: '100%', height: '100%', objectFit: 'contain' }}
        />
      )}
    </Box>
  );
}
