import { stewards as text } from '@kinreel/messages/en/stewards';
import { expect, test } from 'vitest';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { SignOfLife } from './sign-of-life.tsx';
import { VideoStewardRuleSection } from './video-steward-rule.tsx';

const VIDEO = '0192f0a0-0000-7000-8000-000000000009';
const GIA = '0192f0a0-0000-7000-8000-000000000002';
const URL = `/api/video/${VIDEO}/steward-rule`;
const PEOPLE = [
  { id: GIA, name: 'Gia Fennick' },
  { id: '0192f0a0-0000-7000-8000-000000000003', name: 'Nora Fennick' },
];
const sol = {
  id: '0192f0a0-0000-7000-8000-000000000001',
  first_name: 'Sol',
  last_name: 'Fennick',
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  profile_image: null,
};
const ruleOf = (rule: string) => ({ rule, people: [], stewards: [sol] });

test('the rule names its stewards, and each choice is saved', async () => {
  answer(`GET ${URL}`, ruleOf('watch'));
  answer(`PUT ${URL}`, ruleOf('closed'));
  const screen = await renderComponent(<VideoStewardRuleSection videoId={VIDEO} people={PEOPLE} />);
  await expect.element(screen.getByText(text.ruleHint({ count: 1, names: 'Sol Fennick' }))).toBeVisible();
  const select = screen.getByRole('combobox', { name: text.rule });
  await expect.element(select).toHaveValue('watch');
  answer(`GET ${URL}`, ruleOf('closed'));
  await select.selectOptions(text.ruleClosed);
  await expect.element(screen.getByText(text.ruleSaved)).toBeVisible();
  expect(serverCalls('PUT').at(-1)?.body).toEqual({ rule: 'closed', user_ids: [] });
});

test('selected people are saved at once, also if the dialog is closed immediately', async () => {
  answer(`GET ${URL}`, ruleOf('watch'));
  const waiting: (() => void)[] = [];
  answer(`PUT ${URL}`, async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return Response.json(ruleOf('give'));
  });
  const screen = await renderComponent(<VideoStewardRuleSection videoId={VIDEO} people={PEOPLE} />);
  await screen.getByRole('combobox', { name: text.rule }).selectOptions(text.ruleGive);
  await expect.poll(() => waiting).toHaveLength(1);
  await expect.element(screen.getByText(text.giveMissing)).toBeVisible();
  // While the rule is being saved.
  await screen.getByLabelText('Gia Fennick').click();
  await screen.getByLabelText('Nora Fennick').click();
  await screen.getByLabelText('Nora Fennick').click();
  await screen.unmount();
  waiting[0]?.();
  await expect.poll(() => waiting).toHaveLength(2);
  waiting[1]?.();
  expect(serverCalls('PUT').map(({ body }) => body)).toEqual([
    { rule: 'give', user_ids: [] },
    { rule: 'give', user_ids: [GIA] },
  ]);
});

test('a failure changes nothing; the notice names the choice, and Retry saves it', async () => {
  answer(`GET ${URL}`, ruleOf('watch'));
  answer(`PUT ${URL}`, apiError(503, 'server.busy', 'We are busy right now.'));
  const screen = await renderComponent(<VideoStewardRuleSection videoId={VIDEO} people={PEOPLE} />);
  const select = screen.getByRole('combobox', { name: text.rule });
  await select.selectOptions(text.ruleDelete);
  await expect.element(screen.getByText("“When I'm no longer able to: Delete it” did not work")).toBeVisible();
  await expect.element(screen.getByText(/We are busy right now\./)).toBeVisible();
  await expect.element(select).toHaveValue('watch');
  answer(`PUT ${URL}`, ruleOf('delete'));
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText(text.ruleSaved)).toBeVisible();
  await expect.element(select).toHaveValue('delete');
});

test('the link of a mail needs a press, and says when it has expired', async () => {
  answer('POST /api/stewards/here', apiError(404, 'steward.ended', 'This has ended already.'));
  const screen = await renderComponent(<SignOfLife id={VIDEO} code="the-code" />);
  const here = screen.getByRole('button', { name: text.here });
  await expect.element(here).toBeVisible();
  expect(serverCalls('POST')).toEqual([]);
  await here.click();
  await expect.element(screen.getByText(/This has ended already/)).toBeVisible();
  answer('POST /api/stewards/here', () => new Response(null, { status: 204 }));
  await here.click();
  await expect.element(screen.getByRole('heading', { name: text.hereThanks })).toBeVisible();
  expect(serverCalls('POST').at(-1)?.body).toEqual({ id: VIDEO, code: 'the-code' });
});
