import { common } from '@kinreel/messages/en/common';
import { errors } from '@kinreel/messages/en/errors';
import { photos } from '@kinreel/messages/en/photos';
import { posters as text } from '@kinreel/messages/en/posters';
import { expect, test, vi } from 'vitest';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { PosterDialog, type PosterVideo } from './poster-dialog.tsx';

const ID = '0192f1c0-0000-7000-8000-00000000000a';
const SAVE = `PUT /api/video/${ID}/poster`;
const VIDEO: PosterVideo = {
  id: ID,
  prompt: 'What was your first job?',
  url: '/media/none.mp4',
  poster_url: null,
  preview_url: null,
  duration: 60,
};

/** Opens the dialog of a video that cannot be loaded, and chooses a photo. */
async function choose(file: File) {
  answer('GET /media/none.mp4', new Response(null, { status: 404 }));
  const onClose = vi.fn();
  const screen = await renderComponent(<PosterDialog video={VIDEO} onClose={onClose} />);
  const save = screen.getByRole('button', { name: common.save, exact: true });
  await expect.element(save).toBeDisabled();
  // The test runner's upload only supports text.
  const files = new DataTransfer();
  files.items.add(file);
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return { screen, save, onClose };
}

async function choosePhoto() {
  const blob = await new Promise<Blob | null>((done) => document.createElement('canvas').toBlob(done));
  const chosen = await choose(new File([blob ?? ''], 'wedding.png', { type: 'image/png' }));
  await expect.element(chosen.screen.getByRole('img', { name: text.photo })).toBeVisible();
  return chosen;
}

test('Save makes a photo the poster; a failure shows an error and keeps the photo', async () => {
  const { screen, save, onClose } = await choosePhoto();
  answer(SAVE, apiError(503, 'photo.busy', errors['photo.busy']));
  await save.click();
  await expect.element(screen.getByText(errors['photo.busy'])).toBeVisible();
  await expect.element(screen.getByRole('img', { name: text.photo })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  answer(SAVE, Response.json({}));
  await save.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(serverCalls(SAVE)).toHaveLength(2);
});

test('after a photo, a frame of the video can be chosen again', async () => {
  const { screen, save } = await choosePhoto();
  await expect.element(save).toBeEnabled();
  await screen.getByRole('button', { name: text.backToVideo }).click();
  await expect.element(screen.getByRole('slider', { name: text.moment })).toBeVisible();
  await expect.element(screen.getByText(text.frameFailed)).toBeVisible();
  await expect.element(save).toBeDisabled();
});

test('a photo that cannot be opened is rejected, and the dialog lists the supported formats', async () => {
  const { screen, save } = await choose(new File(['x'], 'wedding.heic', { type: 'image/heic' }));
  await expect.element(screen.getByText(photos.unreadable({ name: 'wedding.heic' }))).toBeVisible();
  await expect.element(save).toBeDisabled();
  await expect.element(screen.getByRole('slider', { name: text.moment })).toBeVisible();
});
