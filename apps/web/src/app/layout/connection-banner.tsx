import { layout as text } from '@kinreel/messages/en/layout';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import type { SessionState } from '../../features/session/session.slice.ts';
import { isOffline, onConnectivityChange, retryNow } from '../../shared/api/reachability.ts';
import { needsReload, onReloadNeeded, reloadNow } from '../../shared/reload-page.ts';
import { SHORT_WINDOW } from '../../shared/ui/short-window.ts';

/**
 * Banner above every page. Shown while the server is unreachable, and when a new version needs a reload that would lose
 * unsaved input.
 */
export function ConnectionBanner() {
  const offline = useSyncExternalStore(onConnectivityChange, isOffline);
  const reloadNeeded = useSyncExternalStore(onReloadNeeded, needsReload);
  // ServerDownScreen has the same message.
  const isServerDownScreen = useSelector((state: SessionState) => state.user.problem === 'unreachable');
  const notice = reloadNeeded
    ? {
        text: text.newVersion,
        label: text.reload,
        onClick: reloadNow,
      }
    : offline && !isServerDownScreen
      ? {
          text: text.offline,
          label: text.tryAgain,
          onClick: retryNow,
        }
      : null;
  return (
    <Box
      role="status"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: reloadNeeded ? 'snackbar' : 'drawer',
        // At 400 % zoom it would cover half of the page, so it scrolls.
        [SHORT_WINDOW]: { position: 'static' },
      }}
    >
      {notice && (
        <Alert
          severity="warning"
          // Not role="alert": the live region around it already announces it.
          role="group"
          action={
            <Button color="inherit" onClick={notice.onClick}>
              {notice.label}
            </Button>
          }
          sx={{ alignItems: 'center', borderRadius: 0, px: { xs: 4, sm: 8, md: 12 } }}
        >
          {notice.text}
        </Alert>
      )}
    </Box>
  );
}
