import { common } from '@kinreel/messages/en/common';
import { errors } from '@kinreel/messages/en/errors';
import { photos } from '@kinreel/messages/en/photos';
import { profile as text } from '@kinreel/messages/en/profile';
import { expect, test } from 'vitest';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { PhotoDialog } from './photo-dialog.tsx';

async function choose(file: File) {
  const screen = await renderComponent(<PhotoDialog open onClose={() => {}} userId="me" />);
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  // The test runner's upload only supports text.
  const files = new DataTransfer();
  files.items.add(file);
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return { screen, save: screen.getByRole('button', { name: text.savePhoto }), alert: screen.getByRole('alert') };
}

async function choosePhoto() {
  const canvas = document.createElement('canvas');
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  const chosen = await choose(new File([blob ?? ''], 'holiday.png', { type: 'image/png' }));
  await expect.element(chosen.screen.getByRole('img', { name: text.photoPreview })).toBeVisible();
  return chosen;
}

test('[PROF-06] a photo that the browser cannot decode is rejected before the upload, with a list of supported formats', async () => {
  const { save, alert } = await choose(new File(['x'], 'holiday.heic', { type: 'image/heic' }));
  await expect.element(alert).toHaveTextContent(photos.unreadable({ name: 'holiday.heic' }));
  await expect.element(save).toBeDisabled();
});

test('[PROF-06] if the server is busy, the photo is kept and can be sent again', async () => {
  answer('PUT /api/photo/me', apiError(503, 'photo.busy', errors['photo.busy']));
  const { screen, save, alert } = await choosePhoto();
  await save.click();
  await expect.element(alert).toHaveTextContent(`${errors['photo.busy']} ${photos.stillChosen}`);
  await expect.element(screen.getByRole('img', { name: text.photoPreview })).toBeVisible();
  await save.click();
  await expect.poll(() => serverCalls('PUT')).toHaveLength(2);
  await expect.element(screen.getByRole('button', { name: common.cancel })).toBeEnabled();
});

test('[PROF-06] a photo that cannot be read offers no Retry with the same file', async () => {
  answer('PUT /api/photo/me', apiError(415, 'photo.unreadable', errors['photo.unreadable']));
  const { save, alert } = await choosePhoto();
  await save.click();
  await expect.element(alert).toHaveTextContent(errors['photo.unreadable']);
  expect(alert.element().textContent).not.toContain(photos.stillChosen);
});
