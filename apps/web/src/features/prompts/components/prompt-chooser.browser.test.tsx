import type { Prompt } from '@kinreel/contracts/prompts';
import { common } from '@kinreel/messages/en/common';
import { prompts as text } from '@kinreel/messages/en/prompts';
import { validation } from '@kinreel/messages/en/validation';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { PromptChooser } from './prompt-chooser.tsx';

const prompt = (id: number, category: string, question: string) => ({ id, category, prompt: question }) as Prompt;
const PROMPTS = [
  prompt(1, 'Work', 'What was your first job?'),
  prompt(2, 'Food', 'Which dish tastes of home?'),
  prompt(3, 'Work', 'Who taught you the most?'),
];

/** A form with the chooser, which shows the chosen prompt. */
function Form({ somethingElse = false }) {
  const [chosen, setChosen] = useState<Prompt | null>(null);
  return (
    <>
      <PromptChooser somethingElse={somethingElse} value={chosen?.id ?? null} onChange={setChosen} />
      <p>Chosen: {chosen?.prompt ?? 'nothing'}</p>
    </>
  );
}

test('[UP-01][STATE-06] lists every prompt by category, and filters them by words', async () => {
  answer('GET /api/prompt', PROMPTS);
  const screen = await renderComponent(<Form />);
  await expect.element(screen.getByRole('radio', { name: 'What was your first job?' })).toBeVisible();
  expect(screen.getByRole('radio').elements()).toHaveLength(3);
  const list = screen.getByRole('group', { name: text.list });
  expect(list.element().textContent).toBe(
    'WorkWhat was your first job?Who taught you the most?FoodWhich dish tastes of home?',
  );
  const search = screen.getByRole('searchbox', { name: text.find });
  await search.fill('HOME dish');
  await expect.element(screen.getByRole('radio', { name: 'What was your first job?' })).not.toBeInTheDocument();
  expect(screen.getByRole('radio').elements()).toHaveLength(1);
  await expect.element(screen.getByRole('status')).toHaveTextContent(text.found({ count: 1 }));
  await search.fill('zebra');
  await expect.element(screen.getByText(text.noneFound)).toBeVisible();
});

test('prompts have marks, and a search that finds nothing offers another way', async () => {
  answer('GET /api/prompt', PROMPTS);
  const onPress = vi.fn();
  const nothingFound = { label: 'Ask this', onPress };
  const screen = await renderComponent(
    <PromptChooser
      value={null}
      onChange={vi.fn()}
      whole
      marks={new Map([[2, 'Answered']])}
      nothingFound={nothingFound}
    />,
  );
  await expect.element(screen.getByRole('radio', { name: 'Which dish tastes of home? Answered' })).toBeVisible();
  await screen.getByRole('searchbox', { name: text.find }).fill('zebra');
  await screen.getByRole('button', { name: 'Ask this' }).click();
  expect(onPress).toHaveBeenCalledExactlyOnceWith('zebra');
});

test('[UP-01] a prompt can be chosen with the keyboard only', async () => {
  answer('GET /api/prompt', PROMPTS);
  const screen = await renderComponent(<Form />);
  await expect.element(screen.getByRole('radio').first()).toBeVisible();
  await userEvent.tab();
  await expect.element(screen.getByRole('searchbox')).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(screen.getByText('Chosen: Who taught you the most?')).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: 'Who taught you the most?' })).toBeChecked();
});

test('[STATE-06][ERR-02] a list that fails to load shows an error, and Retry loads it', async () => {
  answer('GET /api/prompt', connectionLost);
  const screen = await renderComponent(<Form />);
  await expect.element(screen.getByRole('heading', { name: text.loadFailed })).toBeVisible();
  answer('GET /api/prompt', PROMPTS);
  await screen.getByRole('button', { name: common.retry }).click();
  await expect.element(screen.getByRole('radio', { name: 'What was your first job?' })).toBeVisible();
});

test("Something else makes a title of one's own, which is then chosen", async () => {
  const own = prompt(1_000_001, 'Own words', 'The summer at the lake');
  answer('GET /api/prompt', PROMPTS);
  answer(`GET /api/prompt/${own.id}`, own);
  answer('POST /api/prompt', own);
  const screen = await renderComponent(<Form somethingElse />);
  await screen.getByRole('button', { name: text.somethingElse }).click();
  const field = screen.getByRole('textbox', { name: text.title });
  await expect.element(field).toHaveFocus();
  await field.fill('Lake');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(validation.tooShort({ min: 5 }))).toBeVisible();
  await field.fill(own.prompt);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(`Chosen: ${own.prompt}`)).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: own.prompt })).toBeChecked();
  await expect.element(screen.getByRole('radio', { name: own.prompt })).toHaveFocus();
  expect(serverCalls('POST')[0]?.body).toEqual({ words: own.prompt });
});
