import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import type { SessionState } from '../../features/session/session.slice.ts';
import { isOffline, onConnectivityChange, retryNow } from '../../shared/api/reachability.ts';
import { needsReload, onReloadNeeded, reloadNow } from '../../shared/reload-page.ts';

/**
 * Above any page: the server is away, until it is back; or the page is of an old release and something is being written
 * that loading it afresh would lose.
 */
export function ConnectionBanner() {
  const away = useSyncExternalStore(onConnectivityChange, isOffline);
  const renewal = useSyncExternalStore(onReloadNeeded, needsReload);
  // Then the whole page says so.
  const isSaid = useSelector((state: SessionState) => state.user.problem === 'unreachable');
  const notice = renewal
    ? {
        text: 'Kinreel has been renewed. Keep what you are writing, then load this page afresh.',
        label: 'Load afresh',
        act: reloadNow,
      }
    : away && !isSaid
      ? {
          text: 'We cannot reach Kinreel just now. Nothing is lost, and we keep trying.',
          label: 'Try now',
          act: retryNow,
        }
      : null;
  return (
    <Box role="status" sx={{ position: 'sticky', top: 0, zIndex: renewal ? 'snackbar' : 'drawer' }}>
      {notice && (
        <Alert
          severity="warning"
          // The live region around it speaks; two would say it twice.
          role="group"
          action={
            <Button color="inherit" onClick={notice.act}>
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
