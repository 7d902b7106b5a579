import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import tree from '../../../shared/art/login-tree.svg';
import strip from '../../../shared/art/login-tree-strip.svg';
import { paths } from '../../../shared/paths.ts';
import { LegalLinks } from '../../../shared/ui/legal-links.tsx';
import { Logo } from '../../../shared/ui/logo.tsx';

interface AuthFrameProps {
  /** Link in the header (HEAD-01): SIGN UP or LOGIN. */
  bar?: { label: string; to: string; state?: unknown } | undefined;
  /** Replaces the picture: the link that waits for the login. */
  arrival?: ReactNode;
  /** Accessible name of the form, if there is an arrival. */
  formLabel?: string;
  /** Height of the picture on phones, in pixels. */
  artHeight?: number;
  /** Maximum width of the form, in pixels. */
  formWidth?: number;
  children: ReactNode;
}

/** Layout of the login screens (LOGIN-01): a picture next to the form, with a header and a footer. */
export function AuthFrame({ bar, arrival, formLabel, artHeight = 140, formWidth = 420, children }: AuthFrameProps) {
  // The breakpoint for two columns. The arrival needs more space than the picture.
  const wide = arrival ? 'md' : 'sm';
  return (
    <Box
      sx={{
        display: { xs: 'flex', [wide]: 'grid' },
        flexDirection: 'column',
        gridTemplateColumns: 'minmax(0, 11fr) minmax(0, 10fr)',
        minHeight: '100vh',
        bgcolor: 'background.paper',
      }}
    >
      {arrival ? (
        <Box component="main" id="main" sx={ARRIVAL}>
          {arrival}
        </Box>
      ) : (
        <Box
          aria-hidden
          sx={{
            order: { xs: 1, sm: 0 },
            flex: 'none',
            height: { xs: artHeight, sm: '100vh' },
            position: { sm: 'sticky' },
            top: 0,
            overflow: 'hidden',
            bgcolor: '#f2ddb4',
            // The people are in the left half of the picture, so narrow windows crop more on the right.
            '& img': { width: '100%', height: '100%', objectFit: 'cover', objectPosition: '30% 50%', display: 'block' },
          }}
        >
          <picture>
            <source media="(min-width: 720px)" srcSet={tree} />
            <img src={strip} alt="" />
          </picture>
        </Box>
      )}
      <Box
        sx={{
          display: { xs: 'contents', [wide]: 'flex' },
          flexDirection: 'column',
          minWidth: 0,
          px: { sm: 7, md: 14 },
          pt: 6.5,
          pb: 5,
        }}
      >
        <Stack
          component="header"
          direction="row"
          sx={{
            order: 0,
            alignItems: 'center',
            justifyContent: 'space-between',
            minHeight: { xs: 64, sm: arrival ? 76 : 48, md: 48 },
            px: { xs: 4, sm: arrival ? 7 : 0, md: 0 },
          }}
        >
          <Logo />
          {bar && (
            <Button
              component={RouterLink}
              to={bar.to}
              state={bar.state}
              variant="outlined"
              sx={{ px: { xs: 3.5, sm: 5 } }}
            >
              {bar.label}
            </Button>
          )}
        </Stack>
        <Box
          // The arrival contains the main landmark, of which a page has only one.
          {...(arrival ? { component: 'section', 'aria-label': formLabel } : { component: 'main', id: 'main' })}
          sx={{
            order: 2,
            width: '100%',
            maxWidth: { sm: arrival ? Math.max(formWidth, 520) : formWidth, md: formWidth },
            m: { xs: 0, sm: 'auto' },
            px: { xs: 5, sm: 0 },
            py: { xs: 4, sm: 8 },
          }}
        >
          {children}
        </Box>
        <Box
          component="footer"
          sx={{
            order: 3,
            px: { xs: 5, sm: arrival ? 7 : 0, md: 0 },
            pb: { xs: 2, sm: arrival ? 4 : 0, md: 0 },
            mt: { xs: 'auto', sm: 0 },
          }}
        >
          <LegalLinks />
        </Box>
      </Box>
    </Box>
  );
}

/** The arrival: fills the first screen of a phone, above the form on a tablet, next to it on a desktop. */
const ARRIVAL = {
  order: { xs: 1, md: 0 },
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  height: { md: '100vh' },
  position: { md: 'sticky' },
  top: 0,
  overflow: { md: 'auto' },
  bgcolor: 'background.default',
} as const;

/** Header link to the registration. Keeps the query string and the requested page. */
export function signUpBar(search: string, state: unknown) {
  return { label: common.signUpLink, to: paths.registration + search, state };
}

/** Header link to the login. Keeps the query string and the requested page. */
export function loginBar(search: string, state: unknown) {
  return { label: common.loginLink, to: paths.login + search, state };
}
