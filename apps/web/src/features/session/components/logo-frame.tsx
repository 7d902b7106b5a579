import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Logo } from '../../../shared/ui/logo.tsx';

/** A screen that replaces every page: the logo above a message, centered. */
export function LogoFrame({ children }: { children: ReactNode }) {
  return (
    <Box
      component="main"
      id="main"
      sx={{ minHeight: '100vh', display: 'grid', placeContent: 'center', justifyItems: 'center' }}
    >
      <Logo />
      {children}
    </Box>
  );
}
