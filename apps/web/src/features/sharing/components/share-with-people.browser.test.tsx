import type { AccessReason } from '@kinreel/contracts/audience';
import type { Connection } from '@kinreel/contracts/connections';
import { common } from '@kinreel/messages/en/common';
import { sharing as text } from '@kinreel/messages/en/sharing';
import type { ComponentProps } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { ShareWithPeople } from './share-with-people.tsx';

const USER_ID = '0192f1c0-0000-7000-8000-000000000001';
const VIDEO = { id: '0192f1c0-0000-7000-8000-00000000000a', prompt: 'What was your first job?', poster_url: null };
const personId = (index: number) => `0192f1c0-0000-7000-8000-0000000000${20 + index}`;

const PEOPLE_CALL = `GET /api/connections/${USER_ID}`;
const RECIPIENTS_CALL = `GET /api/share/${VIDEO.id}`;
const SHARE_CALL = 'POST /api/share';

const connectionWith = (
  index: number,
  pending = false,
  relationship: Connection['relationship'] = 'friend',
): Connection => ({
  connection_id: `0192f1c0-0000-7000-8000-0000000001${10 + index}`,
  user_id: USER_ID,
  user_B_id: personId(index),
  pending,
  relationship,
  first_name: `Corvin${index}`,
  last_name: 'Ashgrove',
  profile_image: null,
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  created_at: '2026-01-15T12:00:00.000Z',
  change: null,
  shared_connections: null,
});

const recipient = (index: number) => ({
  id: personId(index),
  first_name: `Corvin${index}`,
  last_name: 'Ashgrove',
  profile_image: null,
  shared_on: '2026-01-20T12:00:00.000Z',
});

async function showForm(
  reasons: [number, ...AccessReason[]][] = [],
  renderInvite?: ComponentProps<typeof ShareWithPeople>['renderInvite'],
) {
  const onShared = vi.fn();
  const screen = await renderComponent(
    <ShareWithPeople
      video={VIDEO}
      userId={USER_ID}
      access={{ everyone: false, reasons: new Map(reasons.map(([index, ...why]) => [personId(index), why])) }}
      onShared={onShared}
      renderInvite={renderInvite}
    />,
  );
  return {
    screen,
    onShared,
    field: screen.getByRole('button', { name: /Choose who sees it|chosen/ }),
    person: (index: number) => screen.getByRole('menuitemcheckbox', { name: new RegExp(`^Corvin${index} Ashgrove`) }),
    chips: screen.getByRole('list', { name: text.chosen }),
    alert: screen.getByRole('alert'),
    notices: screen.getByRole('region', { name: 'Notices' }),
  };
}

test('[SHARE-02] people are selected and deselected in a menu of 250 by at most 224 pixels, and appear as chips', async () => {
  answer(PEOPLE_CALL, [0, 1, 2, 3, 4].map((index) => connectionWith(index)).concat(connectionWith(5, true)));
  answer(RECIPIENTS_CALL, [recipient(3)]);
  const { screen, field, person, chips } = await showForm([[3, 'family', 'share']]);
  await field.click();
  // Pending connections cannot be chosen.
  await expect.element(person(4)).toBeVisible();
  expect(screen.getByRole('menuitemcheckbox').elements()).toHaveLength(5);
  // People with access cannot be chosen.
  await expect.element(person(3).getByText('Can see it: family and shared')).toBeVisible();
  await expect.element(person(3)).toHaveAttribute('aria-disabled', 'true');
  const menu = screen.getByRole('region', { name: text.people }).element() as HTMLElement;
  expect([menu.offsetWidth, menu.offsetHeight]).toEqual([250, 224]);

  await person(0).click();
  await person(1).click();
  await person(2).click();
  await expect.element(person(2)).toBeChecked();
  await person(2).click();
  await expect.element(person(2)).not.toBeChecked();
  await userEvent.keyboard('{Escape}');
  await expect.element(person(0)).not.toBeInTheDocument();
  await expect.element(field).toHaveTextContent('2 people chosen');
  await expect.element(screen.getByRole('button', { name: 'Share with 2 people' })).toBeVisible();

  await screen.getByRole('button', { name: 'Remove Corvin0 Ashgrove' }).click();
  expect(
    chips
      .getByRole('listitem')
      .elements()
      .map((chip) => chip.textContent),
  ).toEqual([expect.stringMatching(/Corvin1$/)]);
  await expect.element(screen.getByRole('button', { name: 'Remove Corvin1 Ashgrove' })).toHaveFocus();
});

test('[SHARE-03] without a recipient nothing is sent; choosing one removes the error', async () => {
  answer(PEOPLE_CALL, [connectionWith(0)]);
  answer(RECIPIENTS_CALL, []);
  const { screen, field, person, alert } = await showForm();
  await screen.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.element(alert).toHaveTextContent('Error!Select recipient');
  // The error is directly below the field, which has the focus.
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription(/Select recipient/);
  const gap = alert.element().getBoundingClientRect().top - field.element().getBoundingClientRect().bottom;
  expect(gap).toBeLessThan(16);
  expect(serverCalls(SHARE_CALL)).toEqual([]);
  await field.click();
  await person(0).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveTextContent('1 person chosen');
  await expect.element(alert).not.toBeInTheDocument();
});

test('[SHARE-03] a failure keeps the selection and the message; the next attempt sends both', async () => {
  answer(PEOPLE_CALL, [connectionWith(0), connectionWith(1)]);
  answer(RECIPIENTS_CALL, []);
  const { screen, onShared, field, person, alert, notices } = await showForm();
  const message = screen.getByLabelText(text.yourMessage);
  await expect.element(message).toHaveValue(`Here's a video I'd like to share with you: ${VIDEO.prompt}`);
  await message.fill("Here's a video I'd like to share with you: how I became a baker");
  await field.click();
  await person(1).click();
  await userEvent.keyboard('{Escape}');

  answer(SHARE_CALL, connectionLost);
  const share = screen.getByRole('button', { name: 'Share with 1 person' });
  await share.click();
  await expect.element(alert).toHaveTextContent(`Error!${common.offline}`);
  expect(onShared).not.toHaveBeenCalled();

  answer(SHARE_CALL, () => new Response('OK'));
  await share.click();
  await expect.element(notices).toHaveTextContent('Success!Your video has been shared.');
  expect(onShared).toHaveBeenCalledOnce();
  expect(serverCalls(SHARE_CALL).at(-1)?.body).toEqual({
    user_id: [personId(1)],
    video_id: VIDEO.id,
    message: "Here's a video I'd like to share with you: how I became a baker",
  });
});

test('[SHARE-03] stopping a share asks first, and Cancel changes nothing', async () => {
  answer(PEOPLE_CALL, [connectionWith(0), connectionWith(1)]);
  answer(RECIPIENTS_CALL, [recipient(0), recipient(1)]);
  const { screen, notices } = await showForm();
  const stop = (index: number) => screen.getByRole('button', { name: `Stop sharing with Corvin${index} Ashgrove` });
  const removal = `DELETE /api/share/${VIDEO.id}/${personId(0)}`;
  const question = screen.getByRole('alertdialog', { name: text.stopTitle({ name: 'Corvin0 Ashgrove' }) });

  await stop(0).click();
  await expect.element(question).toHaveAccessibleDescription(/^Corvin0 Ashgrove can no longer watch this video/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(serverCalls(removal)).toEqual([]);

  answer(removal, () => {
    answer(RECIPIENTS_CALL, [recipient(1)]);
    return new Response('OK');
  });
  await stop(0).click();
  await question.getByRole('button', { name: text.stop }).click();
  await expect.element(notices).toHaveTextContent(text.stopped({ name: 'Corvin0 Ashgrove' }));
  await expect.element(stop(0)).not.toBeInTheDocument();
  // The focus moves to the next person.
  await expect.element(stop(1)).toHaveFocus();
});

test('[SHARE-03] the question says why a person can still watch', async () => {
  answer(PEOPLE_CALL, [connectionWith(0), connectionWith(1)]);
  answer(RECIPIENTS_CALL, [recipient(0), recipient(1)]);
  const { screen } = await showForm([
    [0, 'family', 'share'],
    [1, 'share'],
  ]);
  const question = screen.getByRole('alertdialog');
  await screen.getByRole('button', { name: 'Stop sharing with Corvin0 Ashgrove' }).click();
  await expect
    .element(question)
    .toHaveAccessibleDescription('Corvin0 Ashgrove can still watch this video, because you show it to your family.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('button', { name: 'Stop sharing with Corvin1 Ashgrove' }).click();
  await expect.element(question).toHaveAccessibleDescription('Corvin1 Ashgrove can no longer watch this video.');
});

test.for(['150%', '200%'])(
  '[SHARE-02] with text of %s the menu is as wide as its field and shows five people; Done closes it',
  async (size) => {
    await page.viewport(820, 1180);
    document.documentElement.style.fontSize = size;
    onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
    answer(
      PEOPLE_CALL,
      Array.from({ length: 9 }, (_, index) => connectionWith(index)),
    );
    answer(RECIPIENTS_CALL, []);
    const { screen, field, person } = await showForm();
    await field.click();
    await expect.element(person(0)).toBeVisible();
    const menu = screen.getByRole('region', { name: text.people }).element().getBoundingClientRect();
    expect(Math.round(menu.width)).toBe(Math.round(field.element().getBoundingClientRect().width));
    expect(person(4).element().getBoundingClientRect().bottom).toBeLessThanOrEqual(menu.bottom);
    await person(0).click();
    await expect.element(field).toHaveTextContent(`1 person chosen${text.choosingDone}`);
    await field.click();
    await expect.element(person(0)).not.toBeInTheDocument();
    await expect.element(field).toHaveFocus();
  },
);

test('[SHARE-01][ERR-02] people that cannot be loaded show an error with Retry', async () => {
  answer(PEOPLE_CALL, connectionLost);
  answer(RECIPIENTS_CALL, []);
  const { screen, field } = await showForm();
  await expect.element(screen.getByText(text.peopleFailed)).toBeVisible();
  answer(PEOPLE_CALL, []);
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText(text.noPeopleTitle)).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
});

test('[SHARE-02] the first press on Share acts while the menu is open, and nothing moves when people are chosen', async () => {
  answer(PEOPLE_CALL, [connectionWith(0), connectionWith(1)]);
  answer(RECIPIENTS_CALL, []);
  answer(SHARE_CALL, () => new Response('OK'));
  const { screen, onShared, field, person, alert } = await showForm();
  const share = screen.getByRole('button', { name: /^Share/ });
  await share.click();
  await expect.element(alert).toBeVisible();
  const top = share.element().getBoundingClientRect().top;
  await field.click();
  await person(0).click();
  await expect.element(alert).not.toBeInTheDocument();
  expect(share.element().getBoundingClientRect().top).toBe(top);
  const menu = screen.getByRole('region', { name: text.people }).element();
  expect(menu.getBoundingClientRect().bottom).toBeLessThanOrEqual(top);
  await share.click();
  await expect.poll(() => onShared).toHaveBeenCalledOnce();
  expect(serverCalls(SHARE_CALL)).toMatchObject([{ body: { user_id: [personId(0)] } }]);
});

test('[SHARE-02] all family members without access are chosen at once; a second press removes them', async () => {
  const family = (index: number) => connectionWith(index, false, 'family');
  answer(PEOPLE_CALL, [connectionWith(0), family(1), family(2), family(3)]);
  answer(RECIPIENTS_CALL, []);
  const { screen, field, chips } = await showForm([[2, 'share']]);
  await field.click();
  const all = screen.getByRole('menuitemcheckbox', { name: 'All my family (2)' });
  await all.click();
  await expect.element(all).toBeChecked();
  await expect.element(field).toHaveTextContent(`2 people chosen${text.choosingDone}`);
  await expect.element(chips.getByText('Corvin1')).toBeVisible();
  await expect.element(chips.getByText('Corvin3')).toBeVisible();
  await all.click();
  await expect.element(field).toHaveTextContent(text.choosePeople);
});

test('[SHARE-02] with eight or more people there is a find box, and the menu shows that it can be scrolled', async () => {
  answer(
    PEOPLE_CALL,
    Array.from({ length: 9 }, (_, index) => connectionWith(index)),
  );
  answer(RECIPIENTS_CALL, []);
  const { screen, field, person } = await showForm();
  await field.click();
  const find = screen.getByLabelText(text.find);
  await expect.element(find).toHaveFocus();
  await find.fill('corvin7');
  await expect.element(person(7)).toBeVisible();
  await expect.element(person(0)).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveTextContent(`1 person chosen${text.choosingDone}`);
  await find.fill('nobody');
  await expect.element(screen.getByText('None of your connections')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(find).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
});

test('[SHARE-02] an entered address can be invited', async () => {
  answer(PEOPLE_CALL, [connectionWith(0)]);
  answer(RECIPIENTS_CALL, []);
  const { screen, field } = await showForm([], ({ email }) => <p>Invitation of {email}</p>);
  await field.click();
  await screen.getByLabelText(text.findOrInvite).fill('ismene@example');
  await expect.element(screen.getByRole('menuitem')).not.toBeInTheDocument();
  await screen.getByLabelText(text.findOrInvite).fill('ismene@example.org');
  await screen.getByRole('menuitem', { name: 'Invite ismene@example.org' }).click();
  await expect.element(screen.getByText('Invitation of ismene@example.org')).toBeVisible();
});
