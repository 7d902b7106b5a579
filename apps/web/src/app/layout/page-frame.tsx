import { layout as text } from '@kinreel/messages/en/layout';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { type ReactNode, Suspense } from 'react';
import { LegalLinks } from '../../shared/ui/legal-links.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';

interface PageFrameProps {
  /** Omitted on the demo page (ROUTE-16). */
  header?: ReactNode;
  children: ReactNode;
  /** Reserves space for the fixed upload bar at the bottom of the screen on phones. */
  hasBottomBar?: boolean;
  hideFooter?: boolean;
}

/** Skip link, header, main and footer of every page except the login screens. */
export function PageFrame({ header, children, hasBottomBar = false, hideFooter = false }: PageFrameProps) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100vh' }}>
      {header && <SkipLink />}
      {header}
      <Box
        component="main"
        id="main"
        tabIndex={-1}
        // While content loads, the footer stays below the screen, so that it does not jump when the content arrives.
        sx={{ flex: 1, outline: 'none', '&:has([data-loading])': { minHeight: '100vh' } }}
      >
        <PageErrorBoundary>
          <Suspense fallback={<LoadingState />}>{children}</Suspense>
        </PageErrorBoundary>
      </Box>
      {!hideFooter && (
        <Box
          component="footer"
          sx={{
            borderTop: 1,
            borderColor: 'divider',
            px: { xs: 4, sm: 8, md: 12 },
            py: { xs: 3, sm: 4 },
            pb: { xs: hasBottomBar ? 27 : 3, sm: 4 },
            '@media (max-width: 719.95px) and (min-height: 561px)': {
              // Space for the tray of the watch view.
              '#root:has([data-watch-tray]) &': { pb: '248px' },
            },
          }}
        >
          <LegalLinks />
        </Box>
      )}
    </Box>
  );
}

/** First focusable element of the page. It moves the focus past the header. */
export function SkipLink() {
  return (
    <Link
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
      sx={{
        position: 'absolute',
        zIndex: 'tooltip',
        insetInlineStart: 12,
        // Enough for two lines of large text.
        top: '-12rem',
        px: 5,
        py: 3,
        borderRadius: 1,
        bgcolor: 'background.paper',
        fontWeight: 600,
        '&:focus': { top: 12 },
      }}
    >
      {text.skipToContent}
    </Link>
  );
}
