import type { Person } from '@kinreel/contracts/profile';
import type { ChosenAudience } from '@kinreel/contracts/uploads';
import { audience as text } from '@kinreel/messages/en/audience';
import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import type { ComponentProps } from 'react';
import { Provider } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepAnswered } from '../../features/questions/answered-people.ts';
import { dropUnsentTake } from '../../features/uploads/unsent-takes.ts';
import type { Upload, UploadsState } from '../../features/uploads/upload-types.ts';
import { INITIAL_UPLOADS } from '../../features/uploads/uploads-state.ts';
import { VideoActionsProvider } from '../../features/videos/video-actions.tsx';
import { baseApi } from '../../shared/api/base-api.ts';
import { answer, heldAnswer, serverCalls } from '../../testing/fake-server.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { USER } from '../../testing/samples.ts';
import { SavedAnswerPage } from './saved-answer-page.tsx';

const PROMPT = { id: 1, prompt: 'What was your first job?' };
const personOf = (n: number, first_name: string): Person => ({
  id: `0192f0a0-0000-7000-8000-00000000010${n}`,
  first_name,
  last_name: 'Marrow',
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  profile_image: null,
});
const ADA = personOf(1, 'Ada');
const MIA = personOf(2, 'Mia');
const SENDING = {
  key: 'k',
  file: { name: 'take.webm', size: 1, lastModified: null },
  prompt: PROMPT,
  source: { kind: 'take', takeId: 't' },
  phase: 'sending',
  fileKey: null,
  sent: 0,
} as unknown as Upload;
const LATEST: UploadsState['latest'] = { source: { kind: 'take', takeId: 't' }, videoId: 'v1', prompt: PROMPT };

const connectionOf = ({ id, ...person }: Person) => ({
  ...person,
  connection_id: id,
  user_id: USER.id,
  user_B_id: id,
  pending: false,
  relationship: 'friend',
});
const asksFrom = (...askers: Person[]) =>
  answer('GET /api/questions', {
    taken: true,
    questions: askers.map((asker) => ({ id: asker.id, asker, prompt: { ...PROMPT, category: 'Work' } })),
  });

/** Stands in for the upload machine. `test/published` is the end of an upload. */
function reduce(state: UploadsState = INITIAL_UPLOADS, action: UnknownAction): UploadsState {
  return action.type === 'test/published' ? { ...state, current: null, latest: LATEST } : state;
}

function Pages() {
  const { pathname } = useLocation();
  if (pathname === '/') return <Navigate to="/saved?take=t" state={{ prompt: PROMPT }} replace />;
  return pathname === '/saved' ? <SavedAnswerPage /> : <p>My videos</p>;
}

async function show(uploads: Partial<UploadsState>) {
  const sent: ChosenAudience[] = [];
  const listen: Middleware = () => (next) => (action) => {
    const { type, audience } = action as UnknownAction & { audience: ChosenAudience };
    if (type === 'uploads/audienceChosen') sent.push(audience);
    return next(action);
  };
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      user: () => ({ user: USER, isLoading: false }),
      uploads: reduce,
    },
    middleware: (getDefault) => getDefault().concat(baseApi.middleware, listen),
    preloadedState: { uploads: { ...INITIAL_UPLOADS, ...uploads } },
  });
  const actions = { onShare: () => undefined } as unknown as ComponentProps<typeof VideoActionsProvider>['value'];
  const screen = await renderComponent(
    <Provider store={store}>
      <VideoActionsProvider value={actions}>
        <Pages />
      </VideoActionsProvider>
    </Provider>,
    '/',
    { isLayout: true },
  );
  return { screen, sent, mia: screen.getByRole('button', { name: 'Mia Marrow' }), store };
}

const afterDone = (sentence: string) => text.afterDone({ sentence });

beforeEach(() => {
  answer(`GET /api/connections/${USER.id}`, [connectionOf(ADA), connectionOf(MIA)]);
  asksFrom(MIA);
});
afterEach(() => {
  dropUnsentTake('t');
  localStorage.removeItem('kinreel.answered-people');
});

test('who asked is marked and named, and Done sends them with the upload and says who can see it', async () => {
  const { screen, sent, mia } = await show({ current: SENDING });
  await expect.element(screen.getByText(afterDone('Mia can see this'))).toBeVisible();
  await expect.element(mia).toHaveAttribute('aria-pressed', 'true');
  await screen.getByRole('button', { name: text.done }).click();
  await expect.element(screen.getByText(text.isDone({ sentence: 'Mia can see this' }))).toBeVisible();
  expect(sent).toEqual([{ permission: 'invite-only', user_id: [MIA.id] }]);
});

test('who asked is taken out by one press before the answer is published', async () => {
  const { screen, sent, mia } = await show({ current: SENDING });
  await mia.click();
  await expect.element(screen.getByText(afterDone('Only you can see this'))).toBeVisible();
  await screen.getByRole('button', { name: text.done }).click();
  await expect.element(screen.getByText('My videos')).toBeVisible();
  expect(sent).toEqual([{ permission: 'invite-only', user_id: [] }]);
});

test('an answer to a video of a person is for that person, unless they are taken out', async () => {
  asksFrom();
  keepAnswered(PROMPT.id, MIA.id);
  const first = await show({ current: SENDING });
  await expect.element(first.screen.getByText(afterDone('Mia can see this'))).toBeVisible();
  await expect.element(first.mia).toHaveAttribute('aria-pressed', 'true');
  await first.screen.getByRole('button', { name: text.done }).click();
  await expect.element(first.screen.getByText('My videos')).toBeVisible();
  expect(first.sent).toMatchObject([{ permission: 'invite-only', user_id: [MIA.id] }]);
  await first.screen.unmount();
  const second = await show({ current: SENDING });
  await second.mia.click();
  await second.screen.getByRole('button', { name: text.done }).click();
  await expect.element(second.screen.getByText('My videos')).toBeVisible();
  expect(second.sent).toEqual([{ permission: 'invite-only', user_id: [] }]);
});

test('a person whose video is answered but who is not connected any more is not chosen', async () => {
  asksFrom();
  keepAnswered(PROMPT.id, personOf(3, 'Bo').id);
  const { screen } = await show({ current: SENDING });
  await expect.element(screen.getByText(afterDone('Only you can see this'))).toBeVisible();
});

test('while the answer is published its askers stay on the page, and are taken out of the video afterwards', async () => {
  const recipients = heldAnswer([MIA]);
  answer('GET /api/share/v1', recipients.response);
  answer(`DELETE /api/share/v1/${MIA.id}`, () => new Response(null, { status: 204 }));
  const { screen, mia, store } = await show({ current: SENDING });
  await expect.element(mia).toHaveAttribute('aria-pressed', 'true');
  asksFrom();
  store.dispatch({ type: 'test/published' });
  store.dispatch(baseApi.util.invalidateTags(['Videos']));
  await expect.poll(() => serverCalls('GET /api/questions').length).toBe(2);
  await expect.element(mia).toHaveAttribute('aria-pressed', 'true');
  recipients.send();
  await mia.click();
  await expect.element(screen.getByText(afterDone('Only you can see this'))).toBeVisible();
  await screen.getByRole('button', { name: text.done }).click();
  await expect.element(screen.getByText('My videos')).toBeVisible();
  expect(serverCalls('DELETE')).toHaveLength(1);
});

test('after a reload during the publication, nobody is named until it is known who can see the answer', async () => {
  asksFrom();
  answer('GET /api/share/v1', [MIA]);
  const { screen, store } = await show({ current: { ...SENDING, phase: 'publishing' } });
  await expect.element(screen.getByRole('progressbar', { name: text.peopleLoading })).toBeVisible();
  await expect.element(screen.getByText(/When you press Done/)).not.toBeInTheDocument();
  store.dispatch({ type: 'test/published' });
  await expect.element(screen.getByText(afterDone('Mia can see this'))).toBeVisible();
});
