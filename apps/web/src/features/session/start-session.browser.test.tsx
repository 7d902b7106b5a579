import { expect, test } from 'vitest';
import { store } from '../../app/store.ts';
import { saveAccessToken } from '../../shared/api/access-token.ts';
import { PERSONAL_CACHE } from '../../shared/offline/worker-protocol.ts';
import { answer, serverCalls } from '../../testing/fake-server.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { startSession } from './start-session.ts';

/** A token for this browser, which does not verify signatures. */
const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub }))}.x`;

/** Simulates another tab: its changes of local storage cause events in this one, as between real tabs. */
function otherTab(): Storage {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  if (!frame.contentWindow) throw new Error('The frame has no window');
  return frame.contentWindow.localStorage;
}

const userName = () => store.getState().user.user?.first_name;
const savedAnswers = () => Object.keys(store.getState().api.queries);

test('[HEAD-04][LOGIN-11] a login or logout in another tab takes effect in this tab', async () => {
  await renderComponent(<p>A page</p>);
  const named = (first_name: string) => () => Response.json({ id: first_name, first_name });
  answer('GET /api/user', named('Odalie'));
  saveAccessToken(tokenOf('auth0|odalie'));
  startSession(store);
  await expect.poll(userName).toBe('Odalie');
  await caches.open(PERSONAL_CACHE);

  const other = otherTab();
  answer('GET /api/user', named('Bruno'));
  other.setItem('accessToken', tokenOf('auth0|bruno'));
  await expect.poll(userName).toBe('Bruno');
  expect(serverCalls('GET /api/user')).toHaveLength(2);

  await caches.open(PERSONAL_CACHE);
  other.removeItem('accessToken');
  await expect.poll(() => store.getState().user.user).toBeUndefined();
  expect(savedAnswers()).toEqual([]);
  await expect.poll(() => caches.has(PERSONAL_CACHE)).toBe(false);
  expect(serverCalls('GET /api/user')).toHaveLength(2);
});
