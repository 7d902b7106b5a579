import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link as RouterLink, useLocation } from 'react-router';
import { Logo } from '../../shared/ui/logo.tsx';
import { paths } from '../paths.ts';
import { headerStyles } from './header-styles.ts';

/** Header for visitors: SIGN UP on /login, LOGIN elsewhere (HEAD-01). */
export function SignedOutHeader() {
  const { pathname } = useLocation();
  const [label, to] =
    pathname === paths.login ? [common.signUpLink, paths.registration] : [common.loginLink, paths.login];
  return (
    <Box
      component="header"
      sx={{ ...headerStyles, justifyContent: 'space-between', paddingInlineEnd: { xs: 4, sm: 8, md: 12 } }}
    >
      <Logo />
      <Button component={RouterLink} to={to} variant="outlined">
        {label}
      </Button>
    </Box>
  );
}
