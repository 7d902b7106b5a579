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
 * Renders a component as the app does: with an empty store, the theme, notices, and a router at `path`.
 * @param isLayout keeps the component mounted when the address changes, as a page layout is
 */
export async function renderComponent(ui: ReactNode, path = '/', { isLayout = false } = {}) {
  store.dispatch(signedOut());
  store.dispatch(baseApi.util.resetApiState());
  const { promise: shown, resolve: onShown } = Promise.withResolvers<void>();
  const element = isLayout ? ui : <Screen>{ui}</Screen>;
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] });
  // Without StrictMode, which runs effects twice in development only and changes which element dialogs focus.
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

/** Rendered last, so that its effect runs after those of the component. */
function Shown({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown]);
  return null;
}

/** Unmounts the component when the address changes, like a page. */
function Screen({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return key === 'default' ? <main>{children}</main> : <main>Another page</main>;
}
