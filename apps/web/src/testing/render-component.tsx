import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useEffect } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { render } from 'vitest-browser-react';
import { store } from '../app/store.ts';
import { theme } from '../app/theme.ts';
import { baseApi } from '../shared/api/base-api.ts';
import { signedOut } from '../shared/api/session-events.ts';
import { NoticeProvider } from '../shared/ui/notices.tsx';

/**
 * Renders a component as the app does: with the store (emptied), the theme, notices, and a router at `path`.
 * @param isLayout it stays when the address changes, as the layout of the pages does
 */
export async function renderComponent(ui: ReactNode, path = '/', { isLayout = false } = {}) {
  store.dispatch(signedOut());
  store.dispatch(baseApi.util.resetApiState());
  const { promise: shown, resolve: onShown } = Promise.withResolvers<void>();
  const element = isLayout ? ui : <Screen>{ui}</Screen>;
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] });
  // No StrictMode: it runs effects twice, which a build does not, and dialogs then focus something else.
  const screen = await render(
    <Provider store={store}>
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        <NoticeProvider>
          <RouterProvider router={router} />
          <Shown onShown={onShown} />
        </NoticeProvider>
      </ThemeProvider>
    </Provider>,
  );
  await shown;
  return Object.assign(screen, {
    /** Path and query of the page, also after links and redirects. */
    address: () => router.state.location.pathname + router.state.location.search,
    goBack: () => router.navigate(-1),
  });
}

/** Effects run in the order of the page: this one runs after those of the component. */
function Shown({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown]);
  return null;
}

/** Links change the address only: the component goes away, as its page does. */
function Screen({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return key === 'default' ? <main>{children}</main> : <main>Another page</main>;
}
