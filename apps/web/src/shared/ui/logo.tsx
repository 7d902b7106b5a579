import { logo } from '@kinreel/brand/logo';
import { PRODUCT_NAME } from '@kinreel/contracts/constants';
import Box from '@mui/material/Box';
import { Link } from 'react-router';
import { paths } from '../paths.ts';

/** The URL of the logo. */
export const LOGO = `data:image/svg+xml,${encodeURIComponent(logo(40))}`;

/** The product's logo and name, linked to the home page. */
export function Logo() {
  return (
    <Box
      component={Link}
      to={paths.home}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: { xs: 2.25, sm: 3 },
        minHeight: 48,
        color: 'text.primary',
        textDecoration: 'none',
        // On phones the buttons of the header need the width, also with large text.
        fontSize: 'min(1.6875rem, 6.7vw)',
        fontWeight: 600,
        letterSpacing: '-0.01em',
        whiteSpace: 'nowrap',
        flex: 'none',
        borderRadius: '8px',
      }}
    >
      <Box component="img" src={LOGO} alt="" sx={{ width: { xs: 34, sm: 40 }, height: { xs: 34, sm: 40 } }} />
      {PRODUCT_NAME}
    </Box>
  );
}
