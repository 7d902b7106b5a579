import { PRODUCT_NAME } from '@kinreel/contracts/constants';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { LOGO } from '../../../shared/ui/logo.tsx';

/** A page of a link: the mark, which leads nowhere, and one column. */
export function AnswerFrame({ children, footer }: { children: ReactNode; footer?: string }) {
  return (
    <Box
      sx={{
        minHeight: '100dvh',
        maxWidth: 1184,
        mx: 'auto',
        px: { xs: 4, sm: 12 },
        display: 'flex',
        flexDirection: 'column',
      }}
    >
      <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: 3, minHeight: { xs: 60, sm: 76 } }}>
        <img src={LOGO} alt="" width={36} height={36} />
        <Box component="span" sx={{ fontSize: 'min(1.5rem, 6.7vw)', fontWeight: 600 }}>
          {PRODUCT_NAME}
        </Box>
      </Box>
      <Box
        component="main"
        id="main"
        tabIndex={-1}
        sx={{
          flex: 1,
          outline: 'none',
          display: 'flex',
          flexDirection: 'column',
          justifyContent: { sm: 'center' },
          pt: { xs: 1, sm: 3 },
          pb: { xs: 6, sm: 10 },
        }}
      >
        {children}
      </Box>
      {footer && (
        <Box component="footer" sx={{ borderTop: 1, borderColor: 'divider', py: 4 }}>
          <Typography sx={{ color: 'text.secondary', fontSize: '1rem' }}>{footer}</Typography>
        </Box>
      )}
    </Box>
  );
}
