import type { Video } from '@kinreel/contracts/videos';
import { expect, test, vi } from 'vitest';
import { answer, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { type VideoActions, VideoActionsProvider } from '../video-actions.tsx';
import { ProcessingFailed } from './processing-failed.tsx';

const VIDEO = { id: 'v1', prompt: 'What was your first job?', prompt_id: 3, status: 'failed' } as Video;

async function show(code: Video['status_code']) {
  const onChooseAnother = vi.fn();
  const video = { ...VIDEO, status_code: code, status_reason: 'Why it failed.' } as Video;
  const screen = await renderComponent(
    <VideoActionsProvider value={{ onChooseAnother } as unknown as VideoActions}>
      <ProcessingFailed video={video} />
    </VideoActionsProvider>,
  );
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Why it failed.');
  const names = screen
    .getByRole('button')
    .elements()
    .map((button) => button.textContent);
  return { screen, names, onChooseAnother };
}

test('[UP-02][UP-07] a file that cannot become a video offers another file and no Retry', async () => {
  const { screen, names, onChooseAnother } = await show('damaged');
  expect(names).toEqual(['Choose another file']);
  await screen.getByRole('button', { name: 'Choose another file: What was your first job?' }).click();
  expect(onChooseAnother.mock.calls[0]?.[0]).toMatchObject({ prompt_id: 3, prompt: 'What was your first job?' });
});

test('[UP-07] if the file is not the reason, Retry comes first', async () => {
  answer('POST /api/video/v1/retry', 'OK');
  const { screen, names } = await show('other');
  expect(names).toEqual(['Retry', 'Choose another file']);
  await screen.getByRole('button', { name: 'Retry: What was your first job?' }).click();
  await expect.poll(() => serverCalls('POST').map(({ call }) => call)).toEqual(['POST /api/video/v1/retry']);
});
