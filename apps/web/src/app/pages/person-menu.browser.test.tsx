import { blocking as text } from '@kinreel/messages/en/blocking';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, apiError, serverCalls } from '../../testing/fake-server.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { PersonMenu } from './person-menu.tsx';

const TAVI = { id: '0192f1c0-0000-7000-8000-000000000002', first_name: 'Tavi', last_name: 'Marrow' };
const CALL = `PUT /api/blocks/${TAVI.id}`;

async function show() {
  const onBlocked = vi.fn();
  const screen = await renderComponent(<PersonMenu person={TAVI} onBlocked={onBlocked} />);
  const button = screen.getByRole('button', { name: 'More about Tavi Marrow' });
  return { screen, button, onBlocked, dialog: screen.getByRole('alertdialog', { name: 'Block Tavi?' }) };
}

test('a person is blocked with the keyboard, after a question that explains the effects', async () => {
  const { screen, button, onBlocked, dialog } = await show();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('menuitem').first()).toHaveFocus();
  await screen.getByRole('menuitem', { name: 'Block Tavi' }).click();
  await expect.element(dialog.getByText(/Tavi gets no message/)).toBeVisible();
  expect(serverCalls(CALL)).toEqual([]);
  answer(CALL, () => new Response(null, { status: 204 }));
  await dialog.getByRole('button', { name: text.blockConfirm, exact: true }).click();
  await expect.element(screen.getByText('Tavi is blocked')).toBeVisible();
  expect(onBlocked).toHaveBeenCalledOnce();
});

test('Cancel blocks nobody; a failed block shows an error and keeps the dialog open', async () => {
  const { screen, button, onBlocked, dialog } = await show();
  await button.click();
  await screen.getByRole('menuitem', { name: 'Block Tavi' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(serverCalls(CALL)).toEqual([]);
  await button.click();
  await screen.getByRole('menuitem', { name: 'Block Tavi' }).click();
  answer(CALL, apiError(429, 'request.rate_limited', 'Too many requests. Please wait a moment and try again.'));
  await dialog.getByRole('button', { name: text.blockConfirm, exact: true }).click();
  await expect.element(dialog.getByText(/Too many requests/)).toBeVisible();
  expect(onBlocked).not.toHaveBeenCalled();
});
