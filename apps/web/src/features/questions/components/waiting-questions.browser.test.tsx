import { common } from '@kinreel/messages/en/common';
import { questions as text } from '@kinreel/messages/en/questions';
import { expect, test, vi } from 'vitest';
import { answer, apiError, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { WaitingQuestions } from './waiting-questions.tsx';

const mia = {
  id: '0192f0a0-0000-7000-8000-000000000001',
  first_name: 'Mia',
  last_name: 'Fennick',
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  profile_image: null,
};
const questionOf = (n: number, prompt: string) => ({
  id: `0192f0a0-0000-7000-8000-00000000010${n}`,
  prompt: { id: n, prompt, category: 'Work' },
  asker: mia,
  asked_at: '2026-01-15T12:00:00.000Z',
  moment: null,
});
const JOB = questionOf(1, 'What was your first job?');
const DISH = questionOf(2, 'Which dish tastes of home?');
const BOSS = questionOf(3, 'Who taught you the most?');

const waiting = (...questions: object[]) => answer('GET /api/questions', { taken: true, questions });

function render() {
  const actions = { onRecord: vi.fn(), onUpload: vi.fn() };
  return renderComponent(<WaitingQuestions {...actions} renderMoment={({ at }) => <p>Moment {at}</p>} />).then(
    (screen) => ({ screen, ...actions }),
  );
}

test('a question says who asks and who will see the answer, and is answered by a recording or an upload', async () => {
  waiting(JOB);
  const { screen, onRecord, onUpload } = await render();
  await expect.element(screen.getByText(text.asks({ name: 'Mia' }))).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'What was your first job?' })).toBeVisible();
  await expect.element(screen.getByText(text.seen({ name: 'Mia' }))).toBeVisible();
  await screen.getByRole('button', { name: text.recordOf({ prompt: 'What was your first job?' }) }).click();
  expect(onRecord).toHaveBeenCalledExactlyOnceWith(JOB.prompt);
  await screen.getByRole('button', { name: text.uploadOf({ prompt: 'What was your first job?' }) }).click();
  expect(onUpload).toHaveBeenCalledExactlyOnceWith(JOB.prompt);
});

test('the moment of a video that a question is about is shown with it', async () => {
  waiting({ ...JOB, moment: { video_id: JOB.id, at: 134 } });
  const { screen } = await render();
  await expect.element(screen.getByText('Moment 134')).toBeVisible();
});

test('Not this one puts the question away, and the focus moves to the next question', async () => {
  waiting(JOB, DISH);
  answer(`PUT /api/questions/${JOB.id}/put-away`, () => {
    waiting(DISH);
    return new Response(null, { status: 204 });
  });
  const { screen } = await render();
  await screen.getByRole('button', { name: text.putAwayOf({ prompt: 'What was your first job?' }) }).click();
  await expect.element(screen.getByText(text.isPutAway({ name: 'Mia' }))).toBeVisible();
  await expect.element(screen.getByText('What was your first job?')).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole('button', { name: text.recordOf({ prompt: 'Which dish tastes of home?' }) }))
    .toHaveFocus();
});

test('Undo brings the question back, with the focus', async () => {
  waiting(JOB);
  const path = `/api/questions/${JOB.id}/put-away`;
  answer(`PUT ${path}`, () => {
    waiting();
    return new Response(null, { status: 204 });
  });
  answer(`DELETE ${path}`, () => {
    waiting(JOB);
    return new Response(null, { status: 204 });
  });
  const { screen } = await render();
  await screen.getByRole('button', { name: text.putAwayOf({ prompt: 'What was your first job?' }) }).click();
  await expect.element(screen.getByRole('region', { name: text.noneWaiting })).toHaveFocus();
  await screen.getByRole('button', { name: text.undo }).click();
  await expect
    .element(screen.getByRole('button', { name: text.recordOf({ prompt: 'What was your first job?' }) }))
    .toHaveFocus();
  await expect.element(screen.getByText(text.isPutAway({ name: 'Mia' }))).not.toBeInTheDocument();
});

test('a question that could not be put away stays, and Retry puts it away', async () => {
  waiting(JOB);
  const path = `PUT /api/questions/${JOB.id}/put-away`;
  answer(path, apiError(500, 'server.failed', 'Something went wrong.'));
  const { screen } = await render();
  await screen.getByRole('button', { name: text.putAwayOf({ prompt: 'What was your first job?' }) }).click();
  await expect.element(screen.getByRole('button', { name: common.retry })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'What was your first job?' })).toBeVisible();
  answer(path, () => {
    waiting();
    return new Response(null, { status: 204 });
  });
  await screen.getByRole('button', { name: common.retry }).click();
  await expect.element(screen.getByText(text.isPutAway({ name: 'Mia' }))).toBeVisible();
  await expect.element(screen.getByRole('heading')).not.toBeInTheDocument();
  expect(serverCalls('PUT')).toHaveLength(2);
});

test('two questions are shown, and a button shows the others', async () => {
  waiting(JOB, DISH, BOSS);
  const { screen } = await render();
  await expect.element(screen.getByRole('heading', { name: 'Which dish tastes of home?' })).toBeVisible();
  expect(screen.getByRole('heading').elements()).toHaveLength(2);
  await screen.getByRole('button', { name: text.more({ count: 1 }) }).click();
  await expect.element(screen.getByRole('heading', { name: 'Who taught you the most?' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: text.more({ count: 1 }) })).not.toBeInTheDocument();
});

test('questions that fail to load show an error, and Retry loads them', async () => {
  answer('GET /api/questions', connectionLost);
  const { screen } = await render();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  waiting(JOB);
  await screen.getByRole('button', { name: common.retry }).click();
  await expect.element(screen.getByRole('heading', { name: 'What was your first job?' })).toBeVisible();
});
