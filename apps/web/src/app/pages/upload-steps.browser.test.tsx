import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { Provider } from 'react-redux';
import { expect, test } from 'vitest';
import type { Upload, UploadsState } from '../../features/uploads/upload-types.ts';
import { INITIAL_UPLOADS } from '../../features/uploads/uploads-state.ts';
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

async function show(uploads: Partial<UploadsState>) {
  const store = configureStore({
    reducer: { uploads: reduce },
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
