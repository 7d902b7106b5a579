import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { preloadPages, Router } from './app/router.tsx';
import { store } from './app/store.ts';
import { theme } from './app/theme.ts';
import { startSession } from './features/session/start-session.ts';
import { NoticeProvider } from './shared/ui/notices.tsx';

// First of all: it takes a token out of the address bar before the router or anything else reads the address.
startSession(store);
preloadPages();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        <NoticeProvider>
          <Router />
        </NoticeProvider>
      </ThemeProvider>
    </Provider>
  </StrictMode>,
);
