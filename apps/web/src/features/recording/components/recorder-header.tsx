import { common } from '@kinreel/messages/en/common';
import { recording as text } from '@kinreel/messages/en/recording';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { PORTRAIT, SHORT } from './tray.tsx';

/** The logo (large screens only) and Close. */
export function RecorderHeader({ logo, onClose }: { logo: ReactNode; onClose: () => void }) {
  return (
    <Box
      sx={{
        position: 'absolute',
        top: { xs: 6, sm: 20, md: 28 },
        left: { sm: 20, md: 56 },
        right: { xs: 4, sm: 'auto' },
        width: { sm: 'calc((100% - 64px) * 5 / 12)', md: 'calc((100% - 132px) * 5 / 12)' },
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        [SHORT]: { top: 4, left: 12 },
        [PORTRAIT]: { width: 'auto', right: 20 },
      }}
    >
      <Box sx={{ display: { xs: 'none', sm: 'block' } }}>{logo}</Box>
      <Button
        onClick={onClose}
        aria-label={text.closeRecorder}
        sx={{ color: 'text.primary', minWidth: 48, px: { xs: 0, sm: 3.5 }, '& .MuiButton-startIcon': { m: 0 } }}
        startIcon={<CloseRounded />}
      >
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' }, ml: 2 }}>
          {common.close}
        </Box>
      </Button>
    </Box>
  );
}
