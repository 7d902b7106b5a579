import Box from '@mui/material/Box';
import { useState } from 'react';

/** Fills the media area of a card. */
export const FILL = { position: 'absolute', inset: 0, width: '100%', height: '100%', borderRadius: 'inherit' } as const;

/** The poster image, or a ring as a placeholder if there is none or loading fails. */
export function Poster({ src }: { src: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!src || failed === src) {
    return (
      <Box sx={{ ...FILL, display: 'grid', placeItems: 'center' }}>
        <Box sx={{ width: 124, height: 124, borderRadius: '50%', border: '9px solid', borderColor: 'primary.main' }} />
      </Box>
    );
  }
  return (
    <Box
      component="img"
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(src)}
      sx={{ ...FILL, objectFit: 'cover', display: 'block' }}
    />
  );
}
