import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface WatchFrameProps {
  back: ReactNode;
  player: ReactNode;
  meta?: ReactNode;
  /** The captions: next to the player on wide screens, otherwise below it. */
  captions?: ReactNode;
  /** Hearts and notes, below the question. */
  notes?: ReactNode;
  upNext?: ReactNode;
}

/**
 * The layout of the watch view. Wide screens: the captions next to the player, Up next next to the question. Otherwise
 * everything is stacked. On phones the tray is fixed to the bottom of the screen.
 */
export function WatchFrame({ back, player, meta, captions, notes, upNext }: WatchFrameProps) {
  const side = Boolean(captions || upNext);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: side ? 'minmax(0, 8fr) minmax(0, 4fr)' : 'minmax(0, 1fr)' },
        columnGap: 7,
        alignItems: 'start',
        // Keeps the footer out of sight until Up next and the captions have loaded.
        alignContent: 'start',
        minHeight: '100vh',
        maxWidth: side ? 1184 : 960,
        mx: 'auto',
        px: { xs: 0, sm: 7, md: 12, lg: 0 },
        pb: { xs: 8, sm: 18 },
      }}
    >
      <Box
        sx={{ gridColumn: '1 / -1', minHeight: { xs: 0, sm: back ? 56 : 28 }, display: 'flex', alignItems: 'center' }}
      >
        {back}
      </Box>
      <Box sx={{ gridColumn: 1, gridRow: { md: 2 } }}>{player}</Box>
      <Box sx={{ gridColumn: 1, gridRow: { md: 3 }, px: { xs: 4, sm: 0 }, pt: { xs: 3, sm: 5 } }}>{meta}</Box>
      {captions && (
        <Box
          sx={{
            alignSelf: 'stretch',
            gridColumn: { xs: 1, md: 2 },
            gridRow: { md: 2 },
            mx: { xs: 4, sm: 0 },
            mt: { xs: 6, sm: 7, md: 0 },
          }}
        >
          {captions}
        </Box>
      )}
      {notes && (
        <Box sx={{ gridColumn: 1, gridRow: { md: 4 }, px: { xs: 4, sm: 0 }, pt: { xs: 7, sm: 8 } }}>{notes}</Box>
      )}
      {upNext && (
        <Box
          sx={{
            gridColumn: { xs: 1, md: 2 },
            gridRow: { md: captions ? '3 / span 2' : '2 / span 3' },
            px: { xs: 4, sm: 0 },
            pt: { xs: 7, sm: 7, md: captions ? 5.5 : 0 },
          }}
        >
          {upNext}
        </Box>
      )}
    </Box>
  );
}
