import type { Invitation } from '@kinreel/contracts/invitations';
import { invitations as text } from '@kinreel/messages/en/invitations';
import { expect, test, vi } from 'vitest';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteByEmail } from './invite-by-email.tsx';

const VIDEO_ID = '0192f0a0-0000-7000-8000-000000000001';
const EMAIL = 'tavi@example.org';
const CALL = 'POST /api/invitation';

const invitation = (change: Partial<Invitation> = {}): Invitation => ({
  id: '0192f0a0-0000-7000-8000-000000000002',
  video_id: VIDEO_ID,
  email: EMAIL,
  relationship: 'family',
  created_at: new Date().toISOString(),
  expires_at: '2027-01-02T12:00:00.000Z',
  accepted_at: null,
  waits: false,
  ...change,
});

async function show(opensAt: string | null = null) {
  const onClose = vi.fn();
  const screen = await renderComponent(
    <InviteByEmail email={EMAIL} videoId={VIDEO_ID} opensAt={opensAt} message="Look!" onClose={onClose} />,
  );
  return { screen, onClose };
}

test.each([
  ['family', text.asFamily],
  ['friend', text.asFriend],
])('[SHARE-06] one tap invites as %s, with the message', async (relationship, label) => {
  answer(CALL, invitation());
  const { screen, onClose } = await show();
  await screen.getByRole('button', { name: label }).click();
  await expect.poll(() => document.body.textContent).toContain(text.sentText({ email: EMAIL }));
  expect(serverCalls(CALL).map(({ body }) => body)).toEqual([
    { video_id: VIDEO_ID, email: EMAIL, relationship, message: 'Look!' },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

test('[SHARE-06] an address that was invited before gets no second mail, and the notice says so', async () => {
  answer(CALL, invitation({ created_at: '2026-11-02T12:00:00.000Z' }));
  const { screen } = await show();
  await screen.getByRole('button', { name: text.asFamily }).click();
  const words = text.alreadyText({ email: EMAIL, date: '11/02/2026' });
  await expect.poll(() => document.body.textContent).toContain(words);
});

test('[SHARE-06] an invitation to a scheduled video says when the mail will be sent, and is listed until then', async () => {
  answer(CALL, invitation({ waits: true, created_at: '2026-11-02T12:00:00.000Z' }));
  const { screen } = await show('2091-05-03T12:00:00.000Z');
  await expect.element(screen.getByText(text.introLater({ date: 'May 3, 2091' }))).toBeVisible();
  await screen.getByRole('button', { name: text.asFamily }).click();
  await expect.poll(() => document.body.textContent).toContain(text.savedText({ email: EMAIL }));
  answer('GET /api/invitation', [invitation({ waits: true, created_at: '2026-11-02T12:00:00.000Z' })]);
  const list = await renderComponent(<InvitationList videoId={VIDEO_ID} />);
  await expect.element(list.getByText(text.waitsForOpening({ date: '11/02/2026' }))).toBeVisible();
});

test('[SHARE-06] a failure keeps the choice, which can be retried', async () => {
  const message = 'You have sent many invitations today. Please try again tomorrow.';
  answer(CALL, apiError(429, 'invitation.too_many', message));
  const { screen, onClose } = await show();
  await screen.getByRole('button', { name: text.asFamily }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(`${text.failed}${message}`);
  expect(onClose).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('[SHARE-06] invitations are listed, and a pending one can be withdrawn', async () => {
  const list = `GET /api/invitation`;
  const accepted = invitation({ id: VIDEO_ID, email: 'ada@example.org', accepted_at: '2026-11-03T12:00:00.000Z' });
  answer(list, [invitation(), accepted]);
  const screen = await renderComponent(<InvitationList videoId={VIDEO_ID} />);
  await expect.element(screen.getByText(text.accepted({ date: '11/03/2026' }))).toBeVisible();
  const withdraw = screen.getByRole('button', { name: text.withdrawFrom({ email: EMAIL }) });
  answer(`DELETE /api/invitation/${invitation().id}`, () => {
    answer(list, [accepted]);
    return new Response(null, { status: 204 });
  });
  await withdraw.click();
  await screen.getByRole('alertdialog').getByRole('button', { name: text.withdraw }).click();
  await expect.element(screen.getByText(text.withdrawn)).toBeVisible();
  await expect.element(withdraw).not.toBeInTheDocument();
});
