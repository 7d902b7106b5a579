import { common } from '@kinreel/messages/en/common';
import { errors } from '@kinreel/messages/en/errors';
import { profile as text } from '@kinreel/messages/en/profile';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { PhotoDialog } from './photo-dialog.tsx';

async function choosePhoto() {
  const screen = await renderComponent(<PhotoDialog open onClose={() => {}} userId="me" />);
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  // A file that the browser cannot show is sent as it is.
  const file = new File(['x'], 'holiday.heic', { type: 'image/heic' });
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, file);
  await expect.element(screen.getByText('holiday.heic')).toBeVisible();
  return { screen, save: screen.getByRole('button', { name: text.savePhoto }), alert: screen.getByRole('alert') };
}

test('[PROF-06] if the server is busy, the photo stays chosen and can be sent again', async () => {
  answer('PUT /api/photo/me', apiError(503, 'photo.busy', errors['photo.busy']));
  const { screen, save, alert } = await choosePhoto();
  await save.click();
  await expect.element(alert).toHaveTextContent(`${errors['photo.busy']} ${text.photoStillChosen}`);
  await expect.element(screen.getByText('holiday.heic')).toBeVisible();
  await save.click();
  await expect.poll(() => serverCalls('PUT')).toHaveLength(2);
  await expect.element(screen.getByRole('button', { name: common.cancel })).toBeEnabled();
});

test('[PROF-06] a photo that cannot be read does not ask to try again with it', async () => {
  answer('PUT /api/photo/me', apiError(415, 'photo.unreadable', errors['photo.unreadable']));
  const { save, alert } = await choosePhoto();
  await save.click();
  await expect.element(alert).toHaveTextContent(errors['photo.unreadable']);
  expect(alert.element().textContent).not.toContain(text.photoStillChosen);
});
