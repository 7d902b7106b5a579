import { answerLinks as text } from '@kinreel/messages/en/answer-links';
import { expect, test, vi } from 'vitest';
import { answer, apiError, serverCalls } from '../../testing/fake-server.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { AnswerPage, TakeBackPage } from './answer-page.tsx';

const CODE = 'abcdefghijklmnopqrstuv';
const PAGE = {
  state: 'open',
  question_id: '0192f0a0-0000-7000-8000-000000000001',
  first_name: 'Odalie',
  answered_at: null,
  asker: { first_name: 'Mia', photo: null },
  question: { id: 26, prompt: 'What was your first job?' },
};

const render = (page = <AnswerPage />) => renderComponent(page, `/answer#${CODE}`, { isLayout: true });

test('a chosen video is shown before it is sent, and the question can be put away', async () => {
  answer('GET /api/answer-link', PAGE);
  answer('PUT /api/answer-link/put-away', () => new Response(null, { status: 204 }));
  const screen = await render();
  await expect.element(screen.getByRole('heading', { level: 1, name: PAGE.question.prompt })).toBeVisible();
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]');
  const files = new DataTransfer();
  files.items.add(new File(['video'], 'walk.mp4', { type: 'video/mp4' }));
  if (chooser) chooser.files = files.files;
  chooser?.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(screen.getByRole('heading', { level: 1, name: text.ready })).toHaveFocus();
  await expect.element(screen.getByRole('button', { name: text.send({ asker: 'Mia' }) })).toBeVisible();
  await screen.getByRole('button', { name: text.back, exact: true }).click();
  await screen.getByRole('button', { name: text.putAway }).click();
  answer('GET /api/answer-link', { ...PAGE, state: 'ended', question: null });
  await screen.getByRole('button', { name: text.putAwayConfirm }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: text.leftOut })).toHaveFocus();
  expect(serverCalls('PUT')).toHaveLength(1);
});

test('a browser without a camera says how to continue in another one with the same link', async () => {
  vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false);
  answer('GET /api/answer-link', PAGE);
  const screen = await render();
  await expect.element(screen.getByRole('heading', { name: text.elsewhere })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: text.copy })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: text.record })).not.toBeInTheDocument();
  vi.restoreAllMocks();
});

test('a link that does not exist says so; the answer is taken back by one press', async () => {
  answer('GET /api/answer-link', apiError(404, 'answer_link.missing', 'This link does not work any more.'));
  const missing = await render();
  await expect.element(missing.getByRole('heading', { level: 1, name: text.missing })).toHaveFocus();
  await missing.unmount();
  answer('POST /api/answer-link/take-back', () => new Response(null, { status: 204 }));
  const screen = await render(<TakeBackPage />);
  expect(serverCalls('POST')).toEqual([]);
  await screen.getByRole('button', { name: text.takeBackConfirm }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: text.tookBack })).toHaveFocus();
});
