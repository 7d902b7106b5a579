import { PRODUCT_NAME } from '@kinreel/contracts/constants';
import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Link as RouterLink } from 'react-router';
import { paths } from '../paths.ts';

const link = { display: 'inline-flex', alignItems: 'center', minHeight: 44, color: 'text.secondary' };

/** Content of the footer: links to the legal pages and the copyright. */
export function LegalLinks() {
  return (
    <Stack
      direction="row"
      sx={{
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: { xs: 'center', sm: 'flex-start' },
        columnGap: { xs: 4.5, sm: 6 },
        fontSize: '1rem',
        color: 'text.secondary',
      }}
    >
      <Link component={RouterLink} to={paths.terms} sx={link}>
        {common.terms}
      </Link>
      <Link component={RouterLink} to={paths.privacy} sx={link}>
        {common.privacy}
      </Link>
      <Box component="span" sx={{ marginInlineStart: { sm: 'auto' } }}>
        © {new Date().getFullYear()} {PRODUCT_NAME}
      </Box>
    </Stack>
  );
}
