import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { encode } from 'uqr';

/** A link as a QR code. Dark on white in both color schemes, because many scanners need that. */
export function QrCode({ url, label }: { url: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(url, { border: 3 });
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: modules, path: squares.join('') };
  }, [url]);
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{ display: 'block', width: 'min(220px, 100%)', borderRadius: '12px', bgcolor: '#ffffff' }}
    >
      <path d={path} fill="#1e2a21" />
    </Box>
  );
}
