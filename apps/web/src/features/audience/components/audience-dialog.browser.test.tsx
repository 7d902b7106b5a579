import type { Audience, AudiencePerson } from '@kinreel/contracts/audience';
import type { Permission } from '@kinreel/contracts/videos';
import { audience as text } from '@kinreel/messages/en/audience';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, connectionLost, heldAnswer, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { AudienceDialog } from './audience-dialog.tsx';

const VIDEO = {
  id: '0192f1c0-0000-7000-8000-00000000000a',
  prompt: 'How did you two meet?',
  poster_url: null,
  permission: 'family' as const,
  opens_at: null,
  status: 'ready' as const,
};
const CALL = `GET /api/video/${VIDEO.id}/audience`;
const NAMES = ['Corvin', 'Bram', 'Tavi', 'Ismene'];

const person = (index: number, ...reasons: AudiencePerson['reasons'][number]['reason'][]): AudiencePerson => ({
  id: `0192f1c0-0000-7000-8000-0000000000${10 + index}`,
  first_name: NAMES[index] ?? `Person${index}`,
  last_name: 'Fennick',
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  profile_image: null,
  reasons: reasons.map((reason) => ({ reason, since: '2026-03-20T12:00:00.000Z' })),
});

function audienceOf(people: AudiencePerson[], changes: Partial<Audience> = {}): Audience {
  const others = people.filter(({ reasons }) => !reasons.some(({ reason }) => reason === 'family'));
  return {
    permission: 'family',
    opens_at: null,
    summary: {
      connections: people.length - others.length,
      others: others.length,
      first_name: others[0]?.first_name ?? null,
      link: true,
      blocked: 0,
    },
    friends: 5,
    family: 4,
    people,
    total: people.length,
    links: [{ id: '0192f1c0-0000-7000-8000-0000000000f1', created_at: '2026-03-01T12:00:00.000Z', expires_at: null }],
    ...changes,
  };
}

const SIX = [person(0, 'share'), person(1, 'link'), person(2, 'family', 'share'), person(3, 'family')];

async function showDialog(save: (permission: Permission) => Promise<unknown> = async () => undefined) {
  const actions = {
    onClose: vi.fn(),
    onShare: vi.fn(),
    savePermission: vi.fn(save),
    turnOffLink: vi.fn(async () => ''),
  };
  const screen = await renderComponent(<AudienceDialog open video={VIDEO} {...actions} />);
  return {
    screen,
    ...actions,
    choice: (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) }),
    people: screen.getByRole('list', { name: text.list }),
    alert: screen.getByRole('alert'),
  };
}

test('[VID-08] shows the permission, the sentence, and everybody with every reason', async () => {
  answer(CALL, audienceOf(SIX));
  const { screen, choice, people } = await showDialog();
  await expect.element(choice('Family')).toBeChecked();
  await expect.element(choice('Family')).toMatchTextContent(/Your family \(4 people\), not friends\./);
  await expect.element(choice('Friend')).toMatchTextContent(/Your friends \(5 people\), not family\./);
  await expect
    .element(screen.getByRole('heading', { level: 3 }))
    .toMatchTextContent('Your family and 2 more can see this (4 people)');
  await expect
    .element(people.getByRole('listitem').nth(2))
    .toMatchTextContent(/Tavi FennickFamilyShared on 03\/20\/2026/);
  await expect.element(people.getByRole('listitem').nth(1)).toMatchTextContent(/By link, last on 03\/20\/2026/);
  // A family member can only be removed by changing the permission.
  await expect
    .element(screen.getByRole('button', { name: 'Stop sharing with Ismene Fennick' }))
    .not.toBeInTheDocument();
});

test('[VID-08] with text of 200 % the names of the permissions stay on one line', async () => {
  await page.viewport(1280, 800);
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
  answer(CALL, audienceOf(SIX));
  const { screen, choice } = await showDialog();
  await expect.element(choice('Family')).toBeVisible();
  for (const name of ['Everyone', 'Invite-only']) {
    const words = document.createRange();
    words.selectNodeContents(screen.getByText(name, { exact: true }).element());
    expect(words.getClientRects()).toHaveLength(1);
  }
});

test('[VID-08][VID-03] a choice is saved at once and updates the sentence', async () => {
  answer(CALL, audienceOf(SIX));
  const { screen, choice, savePermission } = await showDialog(async () => {
    answer(CALL, audienceOf(SIX.slice(0, 2), { permission: 'invite-only' }));
  });
  await expect.element(choice('Family')).toBeChecked();
  await choice('Invite-only').click();
  await expect.element(screen.getByText(text.saved)).toBeVisible();
  expect(savePermission).toHaveBeenCalledExactlyOnceWith('invite-only');
  await expect.element(choice('Invite-only')).toBeChecked();
  await expect.element(screen.getByRole('heading', { name: 'Corvin and 1 other can see this' })).toBeVisible();
});

test('[VID-08] choosing everyone asks first; Cancel changes nothing', async () => {
  answer(CALL, audienceOf(SIX));
  const { screen, choice, savePermission } = await showDialog();
  const question = screen.getByRole('alertdialog', { name: text.widenTitle });
  await choice('Everyone').click();
  await expect.element(question).toHaveAccessibleDescription(text.widenText);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(savePermission).not.toHaveBeenCalled();
  await expect.element(choice('Family')).toBeChecked();
  await choice('Everyone').click();
  await question.getByRole('button', { name: text.widen }).click();
  await expect.poll(() => savePermission).toHaveBeenCalledExactlyOnceWith('everyone');
});

test('[VID-08] a failure restores the choice and offers Retry', async () => {
  answer(CALL, audienceOf(SIX));
  let fails = true;
  const { choice, alert, savePermission } = await showDialog(async () => {
    if (fails) throw new Error('down');
    answer(CALL, audienceOf(SIX, { permission: 'friend' }));
  });
  await choice('Friend').click();
  await expect.element(alert).toMatchTextContent(new RegExp(text.notSaved));
  await expect.element(choice('Family')).toBeChecked();
  fails = false;
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.element(choice('Friend')).toBeChecked();
  await expect.element(alert).not.toBeInTheDocument();
  expect(savePermission).toHaveBeenCalledTimes(2);
});

test('[VID-08] arrow keys move the focus and save nothing; Space chooses', async () => {
  answer(CALL, audienceOf(SIX));
  const { choice, savePermission } = await showDialog();
  await expect.element(choice('Family')).toMatchTextContent(/4 people/);
  choice('Family').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(choice('Invite-only')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(choice('Friend')).toHaveFocus();
  expect(savePermission).not.toHaveBeenCalled();
  await userEvent.keyboard(' ');
  await expect.poll(() => savePermission).toHaveBeenCalledExactlyOnceWith('friend');
});

test('[VID-08] removing a share asks first and says what stays', async () => {
  answer(CALL, audienceOf(SIX));
  const { screen } = await showDialog();
  const stop = (name: string) => screen.getByRole('button', { name: `Stop sharing with ${name} Fennick` });
  const question = screen.getByRole('alertdialog');
  await stop('Tavi').click();
  await expect
    .element(question)
    .toHaveAccessibleDescription(/Tavi can still see this, because you show it to your family/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await stop('Bram').click();
  await expect.element(question).toHaveAccessibleName('Stop sharing with Bram?');
  await expect.element(question).toHaveAccessibleDescription(/Your link still works\./);
  const removal = `DELETE /api/video/${VIDEO.id}/audience/${person(1).id}`;
  answer(removal, () => {
    answer(CALL, audienceOf(SIX.filter((_, index) => index !== 1)));
    return new Response(null, { status: 204 });
  });
  await question.getByRole('button', { name: text.stop }).click();
  await expect.element(stop('Bram')).not.toBeInTheDocument();
  await expect.element(stop('Tavi')).toHaveFocus();
  await expect
    .element(screen.getByRole('heading', { name: 'Your family and 1 more can see this (3 people)' }))
    .toBeVisible();
  expect(serverCalls(removal)).toHaveLength(1);
});

test('[VID-08] turning off a link asks first', async () => {
  answer(CALL, audienceOf(SIX));
  const { screen, turnOffLink } = await showDialog();
  await screen.getByRole('button', { name: text.turnOffLink({ date: '03/01/2026' }) }).click();
  const question = screen.getByRole('alertdialog', { name: text.turnOffTitle });
  await question.getByRole('button', { name: text.turnOff }).click();
  await expect.poll(() => turnOffLink).toHaveBeenCalledOnce();
});

test('[VID-08] with twelve or more people one can be searched, also on a page that is not loaded yet', async () => {
  const all = Array.from({ length: 14 }, (_, index) => person(index, 'share'));
  answer(CALL, (request) => {
    const isFirst = !new URL(request.url).searchParams.has('cursor');
    const page = audienceOf(isFirst ? all.slice(0, 10) : all.slice(10), { total: all.length });
    return Response.json(page, isFirst ? { headers: { link: `<${CALL.slice(4)}?cursor=x>; rel="next"` } } : {});
  });
  const { screen, people } = await showDialog();
  await expect.element(screen.getByRole('button', { name: 'and 4 more' })).toBeVisible();
  await screen.getByLabelText(text.find).fill('person13 f');
  await expect.element(people.getByRole('listitem')).toMatchTextContent(/^Person13 Fennick/);
  await screen.getByLabelText(text.find).fill('nobody');
  await expect.element(screen.getByText(text.found({ count: 0 }))).toBeVisible();
});

test('[VID-08] with more people than are counted, one can be searched, and the rest has no number', async () => {
  const page = audienceOf(SIX, { total: null });
  answer(CALL, () => Response.json(page, { headers: { link: `<${CALL.slice(4)}?cursor=x>; rel="next"` } }));
  const { screen } = await showDialog();
  await expect.element(screen.getByRole('button', { name: text.manyMore })).toBeVisible();
  await expect.element(screen.getByLabelText(text.find)).toBeVisible();
});

test('[VID-08] the choices are shown while the people load; a failure shows Retry', async () => {
  const held = heldAnswer(connectionLost);
  answer(CALL, held.response);
  const { screen, choice, alert } = await showDialog();
  await expect.element(choice('Family')).toBeChecked();
  await expect.element(screen.getByLabelText(text.loading)).toBeVisible();
  held.send();
  await expect.element(alert).toMatchTextContent(new RegExp(text.failed));
  answer(CALL, audienceOf(SIX));
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('Corvin Fennick')).toBeVisible();
});
