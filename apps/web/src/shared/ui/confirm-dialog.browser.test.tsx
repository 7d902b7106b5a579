import { common } from '@kinreel/messages/en/common';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderComponent } from '../../testing/render-component.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

const onConfirm = vi.fn();

function Page({ busy = false }: { busy?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Delete
      </button>
      <ConfirmDialog
        open={isOpen}
        busy={busy}
        title="Are you sure?"
        text="It cannot be undone."
        onConfirm={onConfirm}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

async function openDialog(busy?: boolean) {
  onConfirm.mockClear();
  const screen = await renderComponent(<Page busy={busy} />);
  await screen.getByRole('button', { name: 'Delete' }).click();
  return { screen, dialog: screen.getByRole('alertdialog', { name: 'Are you sure?' }) };
}

test('[VID-04] shows a text and focuses Cancel, so that Enter does no harm', async () => {
  const { screen, dialog } = await openDialog();
  await expect.element(dialog).toHaveAccessibleDescription('It cannot be undone.');
  await expect.element(dialog.getByRole('button', { name: common.cancel })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onConfirm).not.toHaveBeenCalled();
  await expect.element(screen.getByRole('button', { name: 'Delete' })).toHaveFocus();
});

test('[VID-04] OK confirms, Escape cancels', async () => {
  const { dialog } = await openDialog();
  await dialog.getByRole('button', { name: common.ok }).click();
  expect(onConfirm).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onConfirm).toHaveBeenCalledOnce();
});

test('during the action, the buttons are disabled and Escape does not close it', async () => {
  const { dialog } = await openDialog(true);
  for (const name of [common.cancel, common.ok]) {
    await expect.element(dialog.getByRole('button', { name })).toBeDisabled();
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
});
