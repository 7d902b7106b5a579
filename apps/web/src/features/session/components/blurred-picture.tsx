import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { thumbHashToDataURL } from 'thumbhash';

/** The rings of the logo: center and radius in a square of 40 units, from the outside to the inside. */
const RINGS = [
  [20, 20, 19],
  [20.8, 18.8, 14.6],
  [21.8, 17.4, 9.8],
  [22.8, 16.2, 4.8],
] as const;

/** A blurred picture of a few colors. Without one, rings on a tinted background. @param blur ThumbHash in base64 */
export function BlurredPicture({ blur }: { blur: string | null }) {
  const picture = useMemo(() => (blur ? dataUrl(blur) : null), [blur]);
  return (
    <Box
      aria-hidden
      sx={{ position: 'absolute', inset: 0, overflow: 'hidden', bgcolor: 'tint.main', color: 'tint.contrastText' }}
    >
      {picture ? (
        <Box
          component="img"
          src={picture}
          alt=""
          // The blur smooths the few pixels; the scale hides its pale edge.
          sx={{
            width: '100%',
            height: '100%',
            objectFit: 'cover',
            display: 'block',
            filter: 'blur(14px)',
            transform: 'scale(1.12)',
          }}
        />
      ) : (
        <Box
          component="svg"
          viewBox="0 0 40 40"
          fill="none"
          stroke="currentColor"
          strokeWidth={0.5}
          sx={{
            position: 'absolute',
            insetInlineEnd: '8%',
            top: '50%',
            height: '150%',
            transform: 'translateY(-50%)',
            opacity: 0.35,
          }}
        >
          {RINGS.map(([x, y, radius]) => (
            <circle key={radius} cx={x} cy={y} r={radius} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function dataUrl(blur: string): string | null {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(blur), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}
