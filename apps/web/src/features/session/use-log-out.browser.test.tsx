import { session as text } from '@kinreel/messages/en/session';
import { expect, test, vi } from 'vitest';
import { saveAccessToken } from '../../shared/api/access-token.ts';
import { answer, connectionLost } from '../../testing/fake-server.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { useLogOut } from './use-log-out.ts';

function LogOutButton() {
  const logOut = useLogOut();
  return (
    <button type="button" onClick={() => void logOut()}>
      Log Out
    </button>
  );
}

test('[ERR-01][HEAD-04] a failed logout is logged and shown, and this browser is logged out', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  answer('DELETE /api/session', connectionLost);
  answer('GET /config.json', connectionLost);
  saveAccessToken('a.b.c');
  const screen = await renderComponent(<LogOutButton />, '/info');
  await screen.getByRole('button', { name: 'Log Out' }).click();
  await expect.element(screen.getByText(text.loggedOutTitle)).toBeVisible();
  expect(screen.address()).toBe('/login');
  expect(localStorage.getItem('accessToken')).toBeNull();
  expect(log.mock.calls.map(([message]) => message)).toEqual(['Error with user logout', 'Error with user logout']);
  log.mockRestore();
});

test('[HEAD-04] a browser storage that does not answer does not hold up a log-out', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  answer('DELETE /api/session', connectionLost);
  const deletion = vi.spyOn(caches, 'delete').mockReturnValue(new Promise(() => undefined));
  answer('GET /config.json', connectionLost);
  saveAccessToken('a.b.c');
  const screen = await renderComponent(<LogOutButton />, '/info');
  await screen.getByRole('button', { name: 'Log Out' }).click();
  await expect.poll(() => screen.address(), { timeout: 10_000 }).toBe('/login');
  deletion.mockRestore();
  log.mockRestore();
});
