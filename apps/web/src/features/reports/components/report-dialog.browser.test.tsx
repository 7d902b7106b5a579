import { reports as text } from '@kinreel/messages/en/reports';
import { expect, test, vi } from 'vitest';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { ReportDialog } from './report-dialog.tsx';

const ID = '0192f1c0-0000-7000-8000-000000000002';
const CALL = 'POST /api/reports';

async function show(about: 'person' | 'video' = 'person') {
  const onClose = vi.fn();
  const screen = await renderComponent(
    <ReportDialog open about={about} subjectId={ID} name="Tavi" onClose={onClose} />,
  );
  return {
    screen,
    onClose,
    send: screen.getByRole('button', { name: text.send }),
    reason: (reason: string) => screen.getByRole('radio', { name: text.reason({ reason }) }),
  };
}

test('a report has a reason and an optional text, and is confirmed with thanks', async () => {
  const { screen, onClose, send, reason } = await show();
  await send.click();
  await expect.element(screen.getByText(text.reasonMissing)).toBeVisible();
  expect(serverCalls(CALL)).toEqual([]);
  await reason('private').click();
  await screen.getByLabelText(text.words).fill('My garden');
  answer(CALL, () => new Response(null, { status: 204 }));
  await send.click();
  await expect.element(screen.getByText(/Thank you. We will look at it/)).toBeVisible();
  expect(serverCalls(CALL).map(({ body }) => body)).toEqual([
    { about: 'person', id: ID, reason: 'private', words: 'My garden' },
  ]);
  await screen.getByRole('button', { name: 'Close' }).last().click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a failure shows an error and keeps the input', async () => {
  const { screen, send, reason } = await show('video');
  await reason('other').click();
  await screen.getByLabelText(text.words).fill('Look');
  answer(CALL, apiError(429, 'report.too_many', 'You have sent many reports today. Please try again tomorrow.'));
  await send.click();
  await expect.element(screen.getByText(/try again tomorrow/)).toBeVisible();
  await expect.element(screen.getByLabelText(text.words)).toHaveValue('Look');
  await expect.element(reason('other')).toBeChecked();
});
