import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { PAGE_WIDTH } from '../../features/profile/components/page-width.ts';

/** The content below the profile header, with space for the upload bar on phones. */
export function ProfileBody({ children }: { children: ReactNode }) {
  return <Box sx={{ ...PAGE_WIDTH, pb: { xs: 10, sm: 18 } }}>{children}</Box>;
}
