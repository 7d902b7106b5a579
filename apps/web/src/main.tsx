// Must be the first import: nothing may write HTML before this policy exists.
import './shared/trusted-types.ts';

import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { Fragment, StrictMode, startTransition } from 'react';
import { Provider } from 'react-redux';
import { createRoot } from './app/react.ts';
import { preloadPages, Router } from './app/router.tsx';
import { store } from './app/store.ts';
import { theme } from './app/theme.ts';
import { whenEarlyLoginIdle } from './features/session/early-login.ts';
import { startSession } from './features/session/start-session.ts';
import { direction, loadTranslations } from './shared/i18n/language.ts';
import { startServiceWorker } from './shared/offline/service-worker.ts';
import { NoticeProvider } from './shared/ui/notices.tsx';

// Must run first: it removes the token from the URL before the router reads it.
startSession(store);
preloadPages();
startServiceWorker();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
start(root);

async function start(container: HTMLElement): Promise<void> {
  const [{ RightToLeft }] = await Promise.all([
    direction === 'rtl' ? import('./shared/i18n/right-to-left.tsx') : { RightToLeft: Fragment },
    loadTranslations(),
    whenEarlyLoginIdle(),
  ]);
  const root = createRoot(container);
  // In a transition React renders the first page in time slices, so that a slow device stays responsive.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Provider store={store}>
          <RightToLeft>
            {/* Without `noSsr` it would render everything twice, as for server rendering. */}
            <ThemeProvider theme={theme} noSsr>
              <CssBaseline enableColorScheme />
              <NoticeProvider>
                <Router />
              </NoticeProvider>
            </ThemeProvider>
          </RightToLeft>
        </Provider>
      </StrictMode>,
    ),
  );
}
