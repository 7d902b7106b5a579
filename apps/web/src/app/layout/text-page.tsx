import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';

/** A page of text in one column, at most 68 characters wide. */
export function TextPage({ title, children }: { title: string; children?: ReactNode }) {
  usePageTitle(title);
  return (
    <Box
      component="article"
      sx={{
        maxWidth: '68ch',
        mx: 'auto',
        px: { xs: 4, sm: 8 },
        py: { xs: 7, md: 14 },
        '& h2': { typography: 'h3', mt: 9, mb: 2 },
        '& p': { my: 4 },
      }}
    >
      <Typography variant="h1" sx={{ mb: 6 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}
