import { common } from '@kinreel/messages/en/common';
import { questions as text } from '@kinreel/messages/en/questions';
import { validation } from '@kinreel/messages/en/validation';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { answer, apiError, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { QuestionSetting } from './question-setting.tsx';

const ODALIE = { id: '0192f0a0-0000-7000-8000-000000000001', first_name: 'Odalie' };
const VIDEO = '0192f0a0-0000-7000-8000-000000000009';
const ASKED = `GET /api/questions/asked/${ODALIE.id}`;
const JOB = { id: 26, prompt: 'What was your first job?', category: 'Work' };
const DISH = { id: 16, prompt: 'Which dish tastes of home?', category: 'Family' };
const asked = (prompt: typeof JOB, answer: object) => ({
  id: `0192f0a0-0000-7000-8000-0000000001${prompt.id}`,
  prompt,
  asked_at: '2026-01-15T12:00:00.000Z',
  answered: false,
  video_id: null,
  moment: null,
  ...answer,
});

function render(about?: ComponentProps<typeof AskDialog>['about']) {
  const onClose = vi.fn();
  return renderComponent(
    <AskDialog
      open
      person={ODALIE}
      onClose={onClose}
      about={about}
      renderChooser={(chosen, onChange, onOwnWords) => (
        <>
          <div style={{ height: 2000 }} />
          <button type="button" onClick={() => onChange(JOB)}>
            {chosen === JOB.id ? 'Chosen' : 'Choose'}
          </button>
          <button type="button" onClick={() => onOwnWords('Who taught you to swim?')}>
            Own words
          </button>
        </>
      )}
    />,
  ).then((screen) => ({ screen, onClose }));
}

test('the chosen question is asked, and the dialog closes', async () => {
  answer(ASKED, []);
  answer('POST /api/questions', asked(JOB, {}));
  const { screen, onClose } = await render();
  const send = screen.getByRole('button', { name: text.send({ name: 'Odalie' }) });
  await expect.element(send).toBeVisible();
  // The list is scrolled to its end, far below the field with the error.
  screen.getByRole('button', { name: 'Choose' }).element().scrollIntoView();
  await send.click();
  await expect.element(screen.getByText(text.choose)).toBeInViewport({ ratio: 1 });
  await expect.element(screen.getByRole('textbox', { name: text.words })).toHaveFocus();
  expect(serverCalls('POST')).toEqual([]);
  await screen.getByRole('button', { name: 'Choose' }).click();
  await expect.element(screen.getByText(text.choose)).not.toBeInTheDocument();
  await send.click();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(serverCalls('POST')[0]?.body).toEqual({ user_id: ODALIE.id, prompt_id: JOB.id });
});

test('own words are asked instead of a question of the list', async () => {
  answer(ASKED, []);
  answer('POST /api/questions', asked(JOB, {}));
  const { screen, onClose } = await render();
  const field = screen.getByRole('textbox', { name: text.words });
  const send = screen.getByRole('button', { name: text.send({ name: 'Odalie' }) });
  await screen.getByRole('button', { name: 'Choose' }).click();
  await field.fill('Who?');
  await expect.element(screen.getByRole('button', { name: 'Chosen' })).not.toBeInTheDocument();
  await send.click();
  await expect.element(screen.getByText(validation.tooShort({ min: 5 }))).toBeVisible();
  await expect.element(field).toHaveFocus();
  await field.fill('Who taught you to swim?');
  await send.click();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(serverCalls('POST')[0]?.body).toEqual({ user_id: ODALIE.id, words: 'Who taught you to swim?' });
});

test('a search that finds nothing becomes the question in own words', async () => {
  answer(ASKED, []);
  const { screen } = await render();
  await screen.getByRole('button', { name: 'Own words' }).click();
  const field = screen.getByRole('textbox', { name: text.words });
  await expect.element(field).toHaveValue('Who taught you to swim?');
  await expect.element(field).toHaveFocus();
});

test('a question about a moment of a video has only own words, and carries the moment', async () => {
  answer(ASKED, []);
  answer('POST /api/questions', asked(JOB, {}));
  const moment = { video_id: VIDEO, at: 134 };
  const { screen, onClose } = await render({ moment, shown: <p>At 2:14</p> });
  await expect.element(screen.getByText('At 2:14')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Choose' })).not.toBeInTheDocument();
  const send = screen.getByRole('button', { name: text.send({ name: 'Odalie' }) });
  await send.click();
  await expect.element(screen.getByText(text.write)).toBeVisible();
  await screen.getByRole('textbox', { name: text.wordsAbout }).fill('Who is that?');
  await send.click();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(serverCalls('POST')[0]?.body).toEqual({ user_id: ODALIE.id, words: 'Who is that?', moment });
});

test('a question that the server refuses keeps the choice, and the reason is shown', async () => {
  answer(ASKED, []);
  const reason = 'This person does not want to be asked questions.';
  answer('POST /api/questions', apiError(403, 'question.not_taken', reason));
  const { screen, onClose } = await render();
  await screen.getByRole('button', { name: 'Choose' }).click();
  await screen.getByRole('button', { name: text.send({ name: 'Odalie' }) }).click();
  await expect.element(screen.getByText(/does not want to be asked questions/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Chosen' })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test('a line opens what was asked: open questions can be taken back, and an answer can be watched', async () => {
  const open = asked(JOB, {});
  const answered = asked(DISH, { answered: true, video_id: VIDEO });
  answer(ASKED, [open, answered]);
  answer(`DELETE /api/questions/${open.id}`, () => {
    answer(ASKED, [answered]);
    return new Response(null, { status: 204 });
  });
  const { screen } = await render();
  await screen.getByRole('button', { name: text.asked({ name: 'Odalie', count: 2 }) }).click();
  await expect
    .element(screen.getByRole('link', { name: text.watchOf({ prompt: DISH.prompt }) }))
    .toHaveAttribute('href', `/user/${ODALIE.id}/videos?autoplay=${VIDEO}`);
  await screen.getByRole('button', { name: text.withdrawOf({ prompt: JOB.prompt }) }).click();
  await expect.element(screen.getByText(text.withdrawn)).toBeVisible();
  await expect.element(screen.getByText(JOB.prompt)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('link', { name: text.watchOf({ prompt: DISH.prompt }) })).toHaveFocus();
});

test('after the last question was taken back, the focus is on the line that says so', async () => {
  const open = asked(JOB, {});
  answer(ASKED, [open]);
  answer(`DELETE /api/questions/${open.id}`, () => {
    answer(ASKED, []);
    return new Response(null, { status: 204 });
  });
  const { screen } = await render();
  await screen.getByRole('button', { name: text.asked({ name: 'Odalie', count: 1 }) }).click();
  await screen.getByRole('button', { name: text.withdrawOf({ prompt: JOB.prompt }) }).click();
  await expect.element(screen.getByRole('region', { name: text.asked({ name: 'Odalie', count: 0 }) })).toHaveFocus();
});

test('a list that fails to load shows an error, and Retry loads it', async () => {
  answer(ASKED, connectionLost);
  const { screen } = await render();
  await screen.getByRole('button', { name: common.retry }).click();
  answer(ASKED, [asked(JOB, {})]);
  await screen.getByRole('button', { name: common.retry }).click();
  await expect.element(screen.getByText(text.asked({ name: 'Odalie', count: 1 }))).toBeVisible();
});

test('the setting turns questions off and on again', async () => {
  answer('GET /api/questions', { taken: true, questions: [] });
  answer('PUT /api/questions/setting', () => {
    answer('GET /api/questions', { taken: false, questions: [] });
    return new Response(null, { status: 204 });
  });
  const screen = await renderComponent(<QuestionSetting />);
  const off = screen.getByRole('switch', { name: text.off });
  await expect.element(off).not.toBeChecked();
  await off.click();
  await expect.element(off).toBeChecked();
  await expect.element(screen.getByText(text.saved)).toBeInTheDocument();
  expect(serverCalls('PUT')[0]?.body).toEqual({ taken: false });
});
