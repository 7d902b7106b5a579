import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Centers its content in the picture's area. */
export function CenteredPanel({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        height: '100%',
        overflowY: 'auto',
        display: 'grid',
        alignContent: 'safe center',
        justifyItems: 'center',
        textAlign: 'center',
        gap: 3,
        p: 6,
        '& [role=status], & [role=progressbar]': { color: 'inherit' },
      }}
    >
      {children}
    </Box>
  );
}
