import type { Video } from '@kinreel/contracts/videos';
import { notes as text } from '@kinreel/messages/en/notes';
import { prompts } from '@kinreel/messages/en/prompts';
import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { Provider } from 'react-redux';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { answeredPerson } from '../../features/questions/answered-people.ts';
import { baseApi } from '../../shared/api/base-api.ts';
import { answer, apiError, serverCalls } from '../../testing/fake-server.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { USER } from '../../testing/samples.ts';
import { AnswerWithVideo } from './answer-with-video.tsx';

const ODALIE = { id: '0192f0a0-0000-7000-8000-000000000101', first_name: 'Odalie' };
const VIDEO = { id: 'v1', user_id: ODALIE.id, prompt: 'What was your first job?' } as Video;
const TITLE = 'For Odalie: What was your first job?';
const MADE = { id: 900, prompt: TITLE, category: 'Own words' };
const CONNECTION = `GET /api/connections/${ODALIE.id}`;

function Page({ video }: { video: Video }) {
  const { pathname, search } = useLocation();
  const player = { currentTime: () => 0, playFrom: () => undefined, pause: () => undefined };
  return pathname === '/' ? <AnswerWithVideo video={video} owner={ODALIE} player={player} /> : pathname + search;
}

async function show(video = VIDEO) {
  const actions: UnknownAction[] = [];
  const listen: Middleware = () => (next) => (action) => {
    actions.push(action as UnknownAction);
    return next(action);
  };
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, user: () => ({ user: USER, isLoading: false }) },
    middleware: (getDefault) => getDefault().concat(baseApi.middleware, listen),
  });
  const screen = await renderComponent(
    <Provider store={store}>
      <Page video={video} />
    </Provider>,
    '/',
    { isLayout: true },
  );
  return { screen, actions, button: screen.getByRole('button', { name: text.answer }) };
}

test('an answer by video opens the recorder with a title, and the owner is noted as the person to see it', async () => {
  answer(CONNECTION, [{ pending: false }]);
  answer('POST /api/prompt', apiError(429, 'rate_limited', 'Wait a moment.'));
  const { screen, button } = await show();
  await button.click();
  const field = screen.getByLabelText(prompts.title);
  await expect.element(field).toHaveValue(TITLE);
  const record = screen.getByRole('button', { name: prompts.record });
  await record.click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(field).toHaveValue(TITLE);
  answer('POST /api/prompt', MADE);
  await record.click();
  await expect.element(screen.getByText('/record?prompt=900')).toBeVisible();
  expect(serverCalls('POST').at(-1)?.body).toEqual({ words: TITLE });
  expect(answeredPerson(900)).toBe(ODALIE.id);
});

test('a file is uploaded instead, and a video that answers the user drops their name from the title', async () => {
  answer(CONNECTION, [{ pending: false }]);
  answer('POST /api/prompt', MADE);
  const { screen, button, actions } = await show({ ...VIDEO, prompt: `For ${USER.first_name}: Our dog` });
  await button.click();
  await expect.element(screen.getByLabelText(prompts.title)).toHaveValue('For Odalie: Our dog');
  await screen.getByRole('button', { name: prompts.upload }).click();
  await expect
    .poll(() => actions.find(({ type }) => type === 'uploads/dialogOpened'))
    .toMatchObject({
      prompt: { id: 900 },
    });
});

test('people who are not connected with the owner have no such button', async () => {
  answer(CONNECTION, [{ pending: true }]);
  const { button } = await show();
  await expect.poll(() => serverCalls(CONNECTION).length).toBe(1);
  await expect.element(button).not.toBeInTheDocument();
});
