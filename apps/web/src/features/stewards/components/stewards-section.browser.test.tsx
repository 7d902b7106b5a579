import type { Steward, Stewardship } from '@kinreel/contracts/stewards';
import { stewards as text } from '@kinreel/messages/en/stewards';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, apiError, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { StewardNews } from './steward-news.tsx';
import { StewardsSection } from './stewards-section.tsx';

const idOf = (n: number) => `0192f0a0-0000-7000-8000-00000000000${n}`;
const personOf = (n: number, first_name: string) => ({
  id: idOf(n),
  first_name,
  last_name: 'Fennick',
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  profile_image: null,
});
const SOL: Steward = { person: personOf(1, 'Sol'), waiting_days: 90, declined: false };
const PEOPLE = [
  { id: idOf(1), name: 'Sol Fennick' },
  { id: idOf(2), name: 'Gia Fennick' },
];
const NAMED: Stewardship = {
  person: personOf(3, 'Odalie'),
  waiting_days: 60,
  asked_at: null,
  starts_at: null,
  started_at: null,
};
const none = () => new Response(null, { status: 204 });

test('a person is added with a valid waiting time and listed', async () => {
  answer('GET /api/stewards', { stewards: [], looking_after: [], ended: [] });
  const screen = await renderComponent(<StewardsSection people={PEOPLE} renderKeep={() => null} />);
  await expect.element(screen.getByText(text.none)).toBeVisible();
  await screen.getByRole('button', { name: text.add }).click();
  // There is no default person.
  await screen.getByRole('button', { name: text.save }).click();
  await expect.element(screen.getByText(text.personMissing)).toBeVisible();
  await screen.getByLabelText(text.person).selectOptions('Gia Fennick');
  await expect.element(screen.getByLabelText(text.days)).toHaveValue(90);
  await screen.getByLabelText(text.days).fill('29');
  await screen.getByRole('button', { name: text.save }).click();
  await expect.element(screen.getByText(text.daysInvalid({ min: 30, max: 365 }))).toBeVisible();
  await screen.getByLabelText(text.days).fill('30');
  answer(
    `PUT /api/stewards/${idOf(2)}`,
    apiError(403, 'steward.unverified', 'Please confirm your email address first.'),
  );
  await screen.getByRole('button', { name: text.save }).click();
  await expect.element(screen.getByText(/confirm your email address/i)).toBeVisible();

  const gia = { person: personOf(2, 'Gia'), waiting_days: 30, declined: false };
  answer(`PUT /api/stewards/${idOf(2)}`, { stewards: [gia], looking_after: [], ended: [] });
  answer('GET /api/stewards', { stewards: [gia], looking_after: [], ended: [] });
  await screen.getByRole('button', { name: text.save }).click();
  await expect.element(screen.getByText(text.waits({ days: 30 }))).toBeVisible();
  expect(serverCalls('PUT').at(-1)?.body).toEqual({ waiting_days: 30 });
  // Gia can be chosen only once.
  await screen.getByRole('button', { name: text.add }).click();
  await expect.element(screen.getByLabelText(text.person)).toHaveValue('');
  await expect.element(screen.getByLabelText(text.person)).not.toHaveTextContent('Gia');
});

test('the waiting time can be changed, declined stewards are marked, and removing one asks first', async () => {
  const gia = { person: personOf(2, 'Gia'), waiting_days: 90, declined: true };
  answer('GET /api/stewards', { stewards: [SOL, gia], looking_after: [], ended: [] });
  const screen = await renderComponent(<StewardsSection people={PEOPLE} renderKeep={() => null} />);
  await expect.element(screen.getByText(text.declined({ name: 'Gia Fennick' }))).toBeVisible();
  await screen.getByRole('button', { name: text.changeOf({ name: 'Sol Fennick' }) }).click();
  await screen.getByLabelText(text.days).fill('365');
  answer(`PUT /api/stewards/${idOf(1)}`, { stewards: [], looking_after: [], ended: [] });
  await screen.getByRole('button', { name: text.save }).click();
  await expect.element(screen.getByText(text.daysSaved)).toBeVisible();

  answer(`DELETE /api/stewards/${idOf(2)}`, none);
  await screen.getByRole('button', { name: text.removeOf({ name: 'Gia Fennick' }) }).click();
  const dialog = screen.getByRole('alertdialog', { name: text.removeTitle({ name: 'Gia Fennick' }) });
  await expect.element(dialog).toBeVisible();
  expect(serverCalls('DELETE')).toEqual([]);
  answer('GET /api/stewards', { stewards: [SOL], looking_after: [], ended: [] });
  await dialog.getByRole('button', { name: text.remove }).click();
  await expect.element(screen.getByText(text.declined({ name: 'Gia Fennick' }))).not.toBeInTheDocument();
  expect(serverCalls('DELETE')).toHaveLength(1);
});

test('a steward’s request asks first and shows its start date; a steward can decline', async () => {
  answer('GET /api/stewards', { stewards: [], looking_after: [NAMED], ended: [] });
  const screen = await renderComponent(<StewardsSection people={[]} renderKeep={() => null} />);
  await expect.element(screen.getByText(text.asked({ name: 'Odalie Fennick' }))).toBeVisible();
  await expect.element(screen.getByRole('link', { name: text.watch })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: text.request({ name: 'Odalie' }) }).click();
  const dialog = screen.getByRole('alertdialog', { name: text.requestTitle({ name: 'Odalie Fennick' }) });
  await expect.element(dialog.getByText(text.requestText({ name: 'Odalie', days: 60 }))).toBeVisible();
  expect(serverCalls('POST')).toEqual([]);
  const asked = { ...NAMED, asked_at: '2026-11-01T12:00:00.000Z', starts_at: '2026-12-31T12:00:00.000Z' };
  answer(`POST /api/stewardships/${idOf(3)}/request`, asked);
  answer('GET /api/stewards', { stewards: [], looking_after: [asked], ended: [] });
  await dialog.getByRole('button', { name: text.requestConfirm }).click();
  const waits = { name: 'Odalie Fennick', asked: 'November 1, 2026', starts: 'December 31, 2026' };
  await expect.element(screen.getByText(text.waiting(waits))).toBeVisible();

  answer(`DELETE /api/stewardships/${idOf(3)}`, none);
  answer('GET /api/stewards', { stewards: [], looking_after: [], ended: [] });
  await screen.getByRole('button', { name: text.declineOf({ name: 'Odalie Fennick' }) }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: text.declineConfirm }).click();
  await expect.element(screen.getByText(text.asked({ name: 'Odalie Fennick' }))).not.toBeInTheDocument();
});

test('an active steward sees the owner’s videos and gives access to those that are allowed', async () => {
  const begun = '2026-11-01T12:00:00.000Z';
  const active = { ...NAMED, asked_at: begun, starts_at: begun, started_at: begun };
  answer('GET /api/stewards', { stewards: [], looking_after: [active], ended: [] });
  const screen = await renderComponent(<StewardsSection people={[]} renderKeep={() => null} />);
  await expect
    .element(screen.getByRole('link', { name: text.watch }))
    .toHaveAttribute('href', `/user/${idOf(3)}/videos`);
  const gift = (given: boolean) => [
    { video_id: idOf(9), prompt: 'What was your first job?', people: [{ ...personOf(2, 'Gia'), given }] },
  ];
  answer(`GET /api/stewardships/${idOf(3)}/gifts`, gift(false));
  await screen.getByRole('button', { name: text.gifts }).click();
  const give = { prompt: 'What was your first job?', name: 'Gia Fennick' };
  answer(`PUT /api/video/${idOf(9)}/gifts/${idOf(2)}`, none);
  const button = screen.getByRole('button', { name: text.giveOf(give) });
  await expect.element(button).toBeVisible();
  answer(`GET /api/stewardships/${idOf(3)}/gifts`, gift(true));
  await button.click();
  // The button was removed, and the focus is still in the dialog.
  await expect.element(screen.getByText(text.given, { exact: true })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('a failure shows an error and a retry', async () => {
  answer('GET /api/stewards', connectionLost);
  const screen = await renderComponent(<StewardsSection people={[]} renderKeep={() => null} />);
  const retry = screen.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  answer('GET /api/stewards', { stewards: [], looking_after: [], ended: [] });
  await retry.click();
  await expect.element(screen.getByText(text.nobodyLeft)).toBeVisible();
});

test('an owner who is back sees who made a request and what it means, until they dismiss it', async () => {
  const gia = personOf(2, 'Gia');
  answer('GET /api/stewards', {
    stewards: [SOL],
    looking_after: [],
    ended: [
      { person: SOL.person, started_at: null, ended_at: '2026-11-20T12:00:00.000Z' },
      { person: gia, started_at: '2026-11-01T12:00:00.000Z', ended_at: '2026-11-20T12:00:00.000Z' },
    ],
  });
  const screen = await renderComponent(<StewardNews userId={idOf(9)} />);
  await expect.element(screen.getByText(text.backWaited({ name: 'Sol Fennick' }))).toBeVisible();
  const begun = { name: 'Gia Fennick', start: 'November 1, 2026', end: 'November 20, 2026' };
  await expect.element(screen.getByText(text.backBegun(begun))).toBeVisible();
  await expect.element(screen.getByText(text.backDeleted)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: text.backSee }))
    .toHaveAttribute('href', `/user/${idOf(9)}/edit?tab=account`);
  answer('PUT /api/stewards/ended/read', apiError(503, 'server.busy', 'Please try again in a moment.'));
  await screen.getByRole('button', { name: text.understood }).click();
  await expect.element(screen.getByText(/Please try again in a moment/)).toBeVisible();
  answer('PUT /api/stewards/ended/read', none);
  answer('GET /api/stewards', { stewards: [SOL], looking_after: [], ended: [] });
  await screen.getByRole('button', { name: text.understood }).click();
  await expect.element(screen.getByText(text.backTitle)).not.toBeInTheDocument();
});

test('an active steward sees a notice with a link, also on the page of the owner', async () => {
  const begun = { ...NAMED, asked_at: '2026-07-01T12:00:00.000Z', starts_at: '2026-10-01T12:00:00.000Z' };
  const looking_after = [
    { ...begun, started_at: '2026-10-01T12:00:00.000Z' },
    { ...NAMED, person: personOf(4, 'Nora') },
  ];
  answer('GET /api/stewards', { stewards: [], looking_after, ended: [] });
  const home = await renderComponent(<StewardNews userId={idOf(9)} />);
  await expect.element(home.getByText(text.looking({ name: 'Odalie', date: 'October 1, 2026' }))).toBeVisible();
  await expect.element(home.getByRole('link', { name: text.watch })).toHaveAttribute('href', `/user/${idOf(3)}/videos`);
  await expect.element(home.getByText(text.lookingTitle({ name: 'Nora Fennick' }))).not.toBeInTheDocument();
  await home.unmount();
  const theirs = await renderComponent(<StewardNews userId={idOf(9)} ownerId={idOf(3)} />);
  await expect.element(theirs.getByRole('link', { name: text.lookingDo })).toBeVisible();
  await expect.element(theirs.getByRole('link', { name: text.watch })).not.toBeInTheDocument();
  await theirs.unmount();
  const other = await renderComponent(<StewardNews userId={idOf(9)} ownerId={idOf(4)} />);
  await expect.poll(() => serverCalls('GET').length).toBe(3);
  expect(other.container.textContent).toBe('');
});
