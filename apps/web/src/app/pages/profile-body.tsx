import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { PAGE_WIDTH } from '../../features/profile/components/page-width.ts';

/** What stands below the head; on a phone with room for the bar at the thumb. */
export function ProfileBody({ children }: { children: ReactNode }) {
  return <Box sx={{ ...PAGE_WIDTH, pb: { xs: 10, sm: 18 } }}>{children}</Box>;
}
