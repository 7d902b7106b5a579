import type { RelativeInvitation, RelativeInvitationsResponse } from '@kinreel/contracts/invitations';
import { errors } from '@kinreel/messages/en/errors';
import { inviteFamily as text } from '@kinreel/messages/en/invite-family';
import { profileFields } from '@kinreel/messages/en/profile-fields';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { InviteFamilyDialog } from './invite-family-dialog.tsx';

const LIST = 'GET /api/invitation/relatives';
const INVITE = 'POST /api/invitation/relatives';
const URL_OF_LINK = 'https://kinreel.example.org/invitation/AAAAAAAAAAAAAAAAAAAAAA';
const EMAIL = 'tavi@example.org';

const invitation = (change: Partial<RelativeInvitation> = {}): RelativeInvitation => ({
  id: '0192f0a0-0000-7000-8000-000000000002',
  email: null,
  url: URL_OF_LINK,
  relationship: 'family',
  max_people: 20,
  people: 3,
  created_at: '2026-11-02T12:00:00.000Z',
  expires_at: '2026-12-02T12:00:00.000Z',
  ...change,
});
const mail = invitation({ email: EMAIL, url: null, max_people: 1, people: 0 });

async function show(list: Partial<RelativeInvitationsResponse> = {}) {
  answer(LIST, { may_invite: true, invitations: [], ...list });
  const screen = await renderComponent(<InviteFamilyDialog open onClose={() => undefined} />);
  await expect.element(screen.getByRole('dialog', { name: text.title })).toBeVisible();
  return screen;
}

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

test('an invitation is sent with the message and the relationship; the fields are cleared, and it is listed', async () => {
  const screen = await show();
  answer(INVITE, () => {
    answer(LIST, { may_invite: true, invitations: [mail] });
    return Response.json(mail, { status: 201 });
  });
  await screen.getByRole('radio', { name: text.friend }).click();
  await screen.getByLabelText(text.email).fill(` ${EMAIL} `);
  await screen.getByLabelText(text.message).fill('Come and see us!');
  await screen.getByRole('button', { name: text.send }).click();
  await expect.poll(() => document.body.textContent).toContain(text.sentText({ email: EMAIL }));
  expect(serverCalls(INVITE).map(({ body }) => body)).toEqual([
    { email: EMAIL, relationship: 'friend', message: 'Come and see us!' },
  ]);
  await expect.element(screen.getByLabelText(text.email)).toHaveValue('');
  await expect.element(screen.getByLabelText(text.message)).toHaveValue('');
  await expect.element(screen.getByRole('button', { name: text.cancelOf({ name: EMAIL }) })).toBeVisible();
});

test('an invalid address is not sent; after a failure, address and message are kept and can be sent again', async () => {
  const screen = await show();
  const email = screen.getByLabelText(text.email);
  await email.fill('tavi');
  await screen.getByRole('button', { name: text.send }).click();
  await expect.element(screen.getByText(profileFields.emailInvalid)).toBeVisible();
  await expect.element(email).toHaveFocus();
  expect(serverCalls(INVITE)).toEqual([]);

  await email.fill(EMAIL);
  await screen.getByLabelText(text.message).fill('Come!');
  await expect.element(screen.getByText(profileFields.emailInvalid)).not.toBeInTheDocument();
  answer(INVITE, apiError(429, 'invitation.too_many', errors['invitation.too_many']));
  await screen.getByRole('button', { name: text.send }).click();
  await expect.element(screen.getByText(errors['invitation.too_many'])).toBeVisible();
  await expect.element(email).toHaveValue(EMAIL);
  await expect.element(screen.getByLabelText(text.message)).toHaveValue('Come!');
  answer(INVITE, mail);
  await screen.getByRole('button', { name: text.send }).click();
  await expect.poll(() => document.body.textContent).toContain(text.sentText({ email: EMAIL }));
});

test('a new link is announced, focuses Copy, has a QR code, and can be shared with another app if supported', async () => {
  const share = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const screen = await show();
  answer(INVITE, invitation());
  await expect.element(screen.getByText(text.linkHint)).toHaveAttribute('role', 'status');
  await screen.getByRole('button', { name: text.makeLink }).click();
  await expect.element(screen.getByText(text.linkReady({ share: 'yes' }))).toHaveAttribute('role', 'status');
  expect(serverCalls(INVITE).map(({ body }) => body)).toEqual([{ relationship: 'family' }]);
  await expect.element(screen.getByRole('button', { name: 'Copy', exact: true })).toHaveFocus();
  await expect.element(screen.getByRole('img', { name: text.code })).toBeVisible();
  await expect.element(screen.getByText(text.linkUse({ people: '17', date: '12/02/2026' }))).toBeVisible();
  await screen.getByRole('button', { name: 'Send the link with another app' }).click();
  expect(share).toHaveBeenCalledWith({ text: text.linkMessage, url: URL_OF_LINK });
  // Each relationship has its own link.
  await screen.getByRole('radio', { name: text.friend }).click();
  await expect.element(screen.getByRole('button', { name: text.makeLink })).toBeVisible();
});

test('if a link cannot be made, the reason is shown, and the button tries again', async () => {
  const screen = await show();
  answer(INVITE, apiError(403, 'invitation.owners_only', errors['invitation.owners_only']));
  await screen.getByRole('button', { name: text.makeLink }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(errors['invitation.owners_only']);
  answer(INVITE, invitation());
  await screen.getByRole('button', { name: text.makeLink }).click();
  await expect.element(screen.getByText(text.linkReady({ share: 'no' }))).toBeVisible();
  await expect.element(screen.getByText(errors['invitation.owners_only'])).not.toBeInTheDocument();
});

test('a person who may not invite sees the reason and can still cancel invitations; mails cannot be sent again too often', async () => {
  const screen = await show({ may_invite: false, invitations: [mail] });
  await expect.element(screen.getByText(errors['invitation.owners_only'])).toBeVisible();
  await expect.element(screen.getByRole('button', { name: text.makeLink })).not.toBeInTheDocument();
  answer(`${INVITE}/${mail.id}/again`, apiError(429, 'invitation.repeated', errors['invitation.repeated']));
  await screen.getByRole('button', { name: text.againOf({ name: EMAIL }) }).click();
  await expect.poll(() => document.body.textContent).toContain(errors['invitation.repeated']);
  answer(`DELETE /api/invitation/relatives/${mail.id}`, () => {
    answer(LIST, { may_invite: false, invitations: [] });
    return new Response(null, { status: 204 });
  });
  await screen.getByRole('button', { name: text.cancelOf({ name: EMAIL }) }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: text.cancel }).click();
  await expect.poll(() => document.body.textContent).toContain(text.cancelled);
  await expect.element(screen.getByRole('button', { name: text.cancelOf({ name: EMAIL }) })).not.toBeInTheDocument();
});
