import type { Connection } from '@kinreel/contracts/connections';
import { common } from '@kinreel/messages/en/common';
import { sharing as text } from '@kinreel/messages/en/sharing';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { ShareWithPeople } from './share-with-people.tsx';

const USER_ID = '0192f1c0-0000-7000-8000-000000000001';
const VIDEO = { id: '0192f1c0-0000-7000-8000-00000000000a', prompt: 'What was your first job?', poster_url: null };
const personId = (index: number) => `0192f1c0-0000-7000-8000-00000000002${index}`;

const PEOPLE_CALL = `GET /api/connections/${USER_ID}`;
const RECIPIENTS_CALL = `GET /api/share/${VIDEO.id}`;
const SHARE_CALL = 'POST /api/share';

const connectionWith = (index: number, pending = false): Connection => ({
  connection_id: `0192f1c0-0000-7000-8000-00000000001${index}`,
  user_id: USER_ID,
  user_B_id: personId(index),
  pending,
  relationship: 'friend',
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

async function showForm() {
  const onShared = vi.fn();
  const screen = await renderComponent(<ShareWithPeople video={VIDEO} userId={USER_ID} onShared={onShared} />);
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
  const { screen, field, person, chips } = await showForm();
  await field.click();
  // A pending connection is no choice.
  await expect.element(person(4)).toBeVisible();
  expect(screen.getByRole('menuitemcheckbox').elements()).toHaveLength(5);
  await expect.element(person(3).getByText(text.hasVideo)).toBeVisible();
  const paper = person(0).element().closest<HTMLElement>('.MuiMenu-paper');
  await expect.poll(() => paper?.offsetWidth).toBe(250);
  expect(paper?.offsetHeight).toBe(224);

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
  expect(serverCalls(SHARE_CALL)).toEqual([]);
  await field.click();
  await person(0).click();
  // The open menu hides the form from screen readers, also the error.
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

test('[SHARE-03] the owner stops sharing after a confirmation, and Cancel changes nothing', async () => {
  answer(PEOPLE_CALL, [connectionWith(0), connectionWith(1)]);
  answer(RECIPIENTS_CALL, [recipient(0), recipient(1)]);
  const { screen, notices } = await showForm();
  const stop = (index: number) => screen.getByRole('button', { name: `Stop sharing with Corvin${index} Ashgrove` });
  const removal = `DELETE /api/share/${VIDEO.id}/${personId(0)}`;
  const question = screen.getByRole('alertdialog', { name: text.stopTitle });

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
  await expect.element(notices).toHaveTextContent(text.stopped);
  await expect.element(stop(0)).not.toBeInTheDocument();
  // The focus moves to the next person.
  await expect.element(stop(1)).toHaveFocus();
});

test('[SHARE-01][ERR-02] people that cannot be loaded are an error with Retry', async () => {
  answer(PEOPLE_CALL, connectionLost);
  answer(RECIPIENTS_CALL, []);
  const { screen, field } = await showForm();
  await expect.element(screen.getByText(text.peopleFailed)).toBeVisible();
  answer(PEOPLE_CALL, []);
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText(text.noPeopleTitle)).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
});
