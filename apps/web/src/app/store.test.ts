import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PERMISSIONS } from '@kinreel/contracts/videos';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { bannerChosen, bannerCleared, selectBanner } from '../features/banners/banner.slice.ts';
import { bannersApi } from '../features/banners/banners.api.ts';
import { connectionsApi } from '../features/connections/connections.api.ts';
import { peopleApi } from '../features/people/people.api.ts';
import { selectPhoto } from '../features/profile/photo.slice.ts';
import { profileApi } from '../features/profile/profile.api.ts';
import { promptsApi } from '../features/prompts/prompts.api.ts';
import { sessionApi } from '../features/session/session.api.ts';
import {
  clearLoginMessage,
  clearRegistrationMessage,
  noToken,
  setLoginMessage,
  setRegistrationMessage,
} from '../features/session/session.slice.ts';
import { logOut } from '../features/session/start-session.ts';
import { setShareReducer } from '../features/sharing/sharing.slice.ts';
import { videosApi } from '../features/videos/videos.api.ts';
import { baseApi } from '../shared/api/base-api.ts';
import { signedOut } from '../shared/api/session-events.ts';
import { store } from './store.ts';

/** Mocked, because ending the provider's session leaves the page, and Node has none. */
const endProviderSession = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('../features/session/identity-client.ts', () => ({ logOut: endProviderSession }));

// Mocked: a pending request when the fake server closes would start polling, which affects later tests.
vi.mock('../shared/api/reachability.ts', () => ({
  isOffline: () => false,
  onConnectivityChange: () => () => {},
  retryNow: () => {},
  untilReachable: () => new Promise(() => {}),
}));

const ME = { id: 'me', first_name: 'Odalie', profile_image: null };
const TAVI = { id: 'tavi', first_name: 'Tavi', profile_image: null };
const ONE = { id: 'v1', prompt: 'What was your first job?', permission: 'everyone', poster_url: null };
const TWO = { ...ONE, id: 'v2' };

/** Responses of the fake API by method and path. Tests can override them. */
let answers: Record<string, unknown>;
/** Method and path of every call in this test. */
let calls: string[];
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const call = `${request.method} ${new URL(request.url ?? '', 'http://localhost').pathname}`;
    calls.push(call);
    const body = answers[call];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { code: 'missing', message: 'Not there.' }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The app requests relative URLs. Browsers resolve them against the page; in Node this class does.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, origin) : input, init);
      }
    },
  );
});

afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  calls = [];
  answers = {
    'GET /api/user': ME,
    'GET /api/search': [TAVI, ME],
    'GET /api/search/tavi': [TAVI, ME],
    'GET /api/video/userVideos': [ONE, TWO],
    'GET /api/video/user/tavi': [TWO],
    'GET /api/video/v1': [ONE, TWO],
    'GET /api/video/sharedwithme': [ONE],
    'GET /api/video/sharedbyme': [TWO],
    'GET /api/connections/me': [{ connection_id: 'c1', pending: true }],
    'GET /api/prompt': [{ id: 1, prompt: 'What was your first job?' }],
    'PUT /api/permission/v1': 'OK',
    'PUT /api/banner/': ME,
    'PUT /api/photo/me': { ...ME, profile_image: '/media/photos/1' },
  };
});

/** The first test sees the initial store. Later tests start by logging out and logging in as Odalie. */
async function signIn() {
  store.dispatch(signedOut());
  store.dispatch(baseApi.util.resetApiState());
  await store.dispatch(sessionApi.endpoints.getUser.initiate(undefined, { forceRefetch: true }));
}

test('[STATE-02] user: undefined and isLoading at first; a fetch sets the user; without a token loading ends', async () => {
  expect(store.getState().user).toMatchObject({ user: undefined, isLoading: true });
  store.dispatch(noToken());
  expect(store.getState().user).toMatchObject({ user: undefined, isLoading: false });
  const fetching = store.dispatch(sessionApi.endpoints.getUser.initiate());
  expect(store.getState().user.isLoading).toBe(true);
  await fetching;
  expect(store.getState().user).toMatchObject({ user: ME, isLoading: false });
});

test('[STATE-01] errors: loginMessage and registrationMessage are strings, set and cleared independently', () => {
  expect(store.getState().errors).toMatchObject({ loginMessage: '', registrationMessage: '' });
  store.dispatch(setLoginMessage('a'));
  store.dispatch(setRegistrationMessage('b'));
  expect(store.getState().errors).toMatchObject({ loginMessage: 'a', registrationMessage: 'b' });
  store.dispatch(clearLoginMessage());
  expect(store.getState().errors).toMatchObject({ loginMessage: '', registrationMessage: 'b' });
  store.dispatch(clearRegistrationMessage());
  expect(store.getState().errors.registrationMessage).toBe('');
});

test('[STATE-03] videos: own list, list of the searched user; a single video is the first item of the response', async () => {
  await signIn();
  await store.dispatch(videosApi.endpoints.getMyVideos.initiate());
  expect(videosApi.endpoints.getMyVideos.select()(store.getState()).data?.pages[0]?.rows).toEqual([ONE, TWO]);
  await store.dispatch(videosApi.endpoints.getPersonVideos.initiate('tavi'));
  const searched = videosApi.endpoints.getPersonVideos.select('tavi')(store.getState());
  expect(searched.data?.pages[0]?.rows).toEqual([TWO]);
  const single = store.dispatch(videosApi.endpoints.getVideo.initiate('v1'));
  await single;
  expect(videosApi.endpoints.getVideo.select('v1')(store.getState()).data).toEqual(ONE);
});

test('[STATE-04] connections: a list', async () => {
  await signIn();
  const asked = { userId: 'me', list: 'all' } as const;
  await store.dispatch(connectionsApi.endpoints.getConnections.initiate(asked));
  const list = connectionsApi.endpoints.getConnections.select(asked)(store.getState());
  expect(list.data?.pages.flatMap((page) => page.rows)).toEqual([{ connection_id: 'c1', pending: true }]);
});

test('[CONN-02] a confirmed request is not pending any more, and the list is reloaded after 4,000 ms', async () => {
  await signIn();
  answers['GET /api/connections/me'] = [{ connection_id: 'c1', user_id: 'tavi', user_B_id: 'me', pending: true }];
  answers['PUT /api/connections/c1'] = { connection_id: 'c1', user_id: 'tavi', user_B_id: 'me', pending: false };
  const asked = { userId: 'me', list: 'requests' } as const;
  const list = store.dispatch(connectionsApi.endpoints.getConnections.initiate(asked));
  await list;
  calls = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await store.dispatch(connectionsApi.endpoints.acceptConnection.initiate({ connectionId: 'c1', userId: 'me' }));
    const shown = connectionsApi.endpoints.getConnections.select(asked)(store.getState());
    expect(shown.data?.pages[0]?.rows[0]).toMatchObject({ connection_id: 'c1', pending: false });
    const isReading = () =>
      connectionsApi.endpoints.getConnections.select(asked)(store.getState()).status === 'pending';
    vi.advanceTimersByTime(3_999);
    expect(isReading()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isReading()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(() => calls).toEqual(['PUT /api/connections/c1', 'GET /api/connections/me']);
  list.unsubscribe();
});

test.each([...PERMISSIONS, ''])('[STATE-05] permission: first item of the response, "%s"', async (permission) => {
  await signIn();
  answers['GET /api/permission/v1'] = permission ? [{ permission }, { permission: 'everyone' }] : [];
  await store.dispatch(videosApi.endpoints.getPermission.initiate('v1'));
  expect(videosApi.endpoints.getPermission.select('v1')(store.getState()).data).toBe(permission);
});

test("[STATE-05] a permission update refetches the user's videos", async () => {
  await signIn();
  const list = store.dispatch(videosApi.endpoints.getMyVideos.initiate());
  await list;
  calls = [];
  await store.dispatch(videosApi.endpoints.updatePermission.initiate({ video_id: 'v1', permission: 'family' }));
  await expect.poll(() => calls).toEqual(['PUT /api/permission/v1', 'GET /api/video/userVideos']);
  list.unsubscribe();
});

test('[ERR-01] a failed call with a text response has the message and the code of the server', async () => {
  await signIn();
  const { error } = await store.dispatch(videosApi.endpoints.deleteVideo.initiate('gone'));
  expect(error).toMatchObject({ status: 404, code: 'missing', message: 'Not there.' });
});

test('[STATE-06] prompts: a list', async () => {
  await store.dispatch(promptsApi.endpoints.getPrompts.initiate());
  expect(promptsApi.endpoints.getPrompts.select()(store.getState()).data).toEqual(answers['GET /api/prompt']);
});

test('[STATE-07] search: the person’s own id is removed from listOfUsers; searchedUser is the first item of the response', async () => {
  await signIn();
  await store.dispatch(peopleApi.endpoints.searchPeople.initiate('a'));
  expect(peopleApi.endpoints.searchPeople.select('a')(store.getState()).data).toEqual([TAVI]);
  await store.dispatch(profileApi.endpoints.getSearchedUser.initiate('tavi'));
  expect(profileApi.endpoints.getSearchedUser.select('tavi')(store.getState()).data).toEqual(TAVI);
});

test('[STATE-08] share: shareReducer is an empty object before and after the dialog; sharedVideos are lists', async () => {
  await signIn();
  expect(store.getState().share.shareReducer).toEqual({});
  const video = { id: 'v1', prompt: ONE.prompt, poster_url: null };
  store.dispatch(setShareReducer(video));
  expect(store.getState().share.shareReducer).toEqual({ video });
  store.dispatch(setShareReducer(undefined));
  expect(store.getState().share.shareReducer).toEqual({});
  await store.dispatch(videosApi.endpoints.getSharedWithMe.initiate());
  await store.dispatch(videosApi.endpoints.getSharedByMe.initiate());
  expect(videosApi.endpoints.getSharedWithMe.select()(store.getState()).data?.pages[0]?.rows).toEqual([ONE]);
  expect(videosApi.endpoints.getSharedByMe.select()(store.getState()).data?.pages[0]?.rows).toEqual([TWO]);
});

test('[STATE-09] banner: an empty string at first; a click sets a draft, and saving it refetches the user', async () => {
  await signIn();
  expect(selectBanner(store.getState())).toBe('');
  store.dispatch(bannerChosen('Lemons'));
  expect(selectBanner(store.getState())).toBe('Lemons');
  const user = store.dispatch(sessionApi.endpoints.getUser.initiate());
  await user;
  calls = [];
  await store.dispatch(bannersApi.endpoints.updateBanner.initiate({ banner: 'Lemons', userId: 'me' }));
  await expect.poll(() => calls).toEqual(['PUT /api/banner/', 'GET /api/user']);
  store.dispatch(bannerCleared());
  expect(selectBanner(store.getState())).toBe('');
  user.unsubscribe();
});

test('[STATE-10] photo: null at first, then the uploaded one, null again after logging out', async () => {
  await signIn();
  expect(selectPhoto(store.getState())).toBeNull();
  const photo = new File(['x'], 'me.jpg', { type: 'image/jpeg' });
  await store.dispatch(profileApi.endpoints.updatePhoto.initiate({ userId: 'me', photo }));
  expect(selectPhoto(store.getState())).toBe('/media/photos/1');
  store.dispatch(signedOut());
  expect(selectPhoto(store.getState())).toBeNull();
});

test('[PROF-06] the user is reloaded exactly 2,000 ms after a photo is saved', async () => {
  await signIn();
  const user = store.dispatch(sessionApi.endpoints.getUser.initiate());
  await user;
  calls = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const photo = new File(['x'], 'me.jpg', { type: 'image/jpeg' });
    await store.dispatch(profileApi.endpoints.updatePhoto.initiate({ userId: 'me', photo }));
    vi.advanceTimersByTime(1_999);
    expect(selectIsLoading()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(selectIsLoading()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(() => calls).toEqual(['PUT /api/photo/me', 'GET /api/user']);
  user.unsubscribe();

  /** Whether the user is being fetched. */
  function selectIsLoading(): boolean {
    return sessionApi.endpoints.getUser.select()(store.getState()).isLoading;
  }
});

test('[STATE-02][STATE-03][STATE-07][HEAD-04] logging out clears user, banner, prompts, videos, list of users and searched user', async () => {
  await signIn();
  store.dispatch(bannerChosen('Lemons'));
  await store.dispatch(promptsApi.endpoints.getPrompts.initiate());
  await store.dispatch(videosApi.endpoints.getMyVideos.initiate());
  await store.dispatch(peopleApi.endpoints.searchPeople.initiate('a'));
  await store.dispatch(profileApi.endpoints.getSearchedUser.initiate('tavi'));
  expect(Object.keys(store.getState().api.queries).length).toBeGreaterThanOrEqual(5);
  await store.dispatch(logOut());
  expect(store.getState().user.user).toBeUndefined();
  expect(selectBanner(store.getState())).toBe('');
  expect(store.getState().api.queries).toEqual({});
  expect(endProviderSession).toHaveBeenCalledOnce();
});
