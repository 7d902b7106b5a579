import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { Provider } from 'react-redux';
import { beforeEach, expect, test } from 'vitest';
import type { Upload, UploadsState } from '../../features/uploads/upload-types.ts';
import { INITIAL_UPLOADS } from '../../features/uploads/uploads-state.ts';
import { baseApi } from '../../shared/api/base-api.ts';
import { answer } from '../../testing/fake-server.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { UploadSteps } from './upload-steps.tsx';

const PROMPT = { id: 1, prompt: 'What was your first job?' };
const FILE = { prompt: null, file: { name: 'boat.mp4', size: 1, lastModified: null } } as Upload;
const LATEST = { source: { kind: 'file' }, videoId: 'v1', prompt: PROMPT } as const;

/** Stands in for the upload machine, for these two events. */
function reduce(state: UploadsState = INITIAL_UPLOADS, { type }: UnknownAction): UploadsState {
  if (type === 'uploads/dialogOpened') return { ...state, isOpen: true };
  return type === 'uploads/latestDone' ? { ...state, latest: null } : state;
}

/** The audience of the video: its owner and these people. */
function seenBy(...names: string[]) {
  const summary = { connections: 0, others: names.length, first_name: names[0] ?? null, link: false, blocked: 0 };
  answer('GET /api/video/v1/audience', { permission: 'invite-only', summary, opens_at: null, people: [], links: [] });
}

beforeEach(() => seenBy());

async function show(uploads: Partial<UploadsState>) {
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, uploads: reduce },
    middleware: (getDefault) => getDefault().concat(baseApi.middleware),
    preloadedState: { uploads: { ...INITIAL_UPLOADS, ...uploads } },
  });
  const screen = await renderComponent(
    <Provider store={store}>
      <UploadSteps />
    </Provider>,
  );
  return { screen, state: () => store.getState().uploads };
}

test('[UP-03] a file without a question shows a text and a button that opens the questions', async () => {
  const { screen, state } = await show({ current: FILE });
  await expect.element(screen.getByText('Your video is waiting for its question')).toBeVisible();
  await expect.element(screen.getByText(/Choose the question that boat.mp4 answers/)).toBeVisible();
  await screen.getByRole('button', { name: 'Choose a question' }).click();
  expect(state().isOpen).toBe(true);
});

test('[VID-03] after a file was published, its owner is asked who may see it, on the same page as for a recording', async () => {
  const { screen } = await show({ latest: LATEST });
  await expect.element(screen.getByText(/Now only you can see it: What was your first job\?/)).toBeVisible();
  await screen.getByRole('link', { name: 'Choose who may see it' }).click();
  expect(screen.address()).toBe('/saved?take=v1');
});

test('"Keep it for me" removes the question; a recording, which has its own page, does not show it', async () => {
  const { screen } = await show({ latest: LATEST });
  await screen.getByRole('button', { name: 'Keep it for me' }).click();
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
  await screen.unmount();
  const take = await show({
    current: { ...FILE, prompt: PROMPT },
    latest: { ...LATEST, source: { kind: 'take', takeId: 't' } },
  });
  await expect.element(take.screen.getByRole('status')).not.toBeInTheDocument();
});

test('a video that who asked can see says so, and is not called private', async () => {
  seenBy('Mia');
  const { screen, state } = await show({ latest: LATEST });
  await expect.element(screen.getByText(/Mia can see this: What was your first job\?/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Keep it for me' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Keep it like this' }).click();
  expect(state().latest).toBeNull();
});
