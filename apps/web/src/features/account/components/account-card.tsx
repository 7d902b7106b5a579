import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A section of the account page. */
export function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card component="section" aria-label={title} sx={{ px: { xs: 4, sm: 6 }, py: 5 }}>
      <Typography component="h3" variant="h4" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Card>
  );
}
