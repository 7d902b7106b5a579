import { common } from '@kinreel/messages/en/common';
import { profile as text } from '@kinreel/messages/en/profile';
import { expect, test } from 'vitest';
import { hasUnsavedWork } from '../../../shared/unsaved-work.ts';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { USER } from '../../../testing/samples.ts';
import { EditInformation } from './edit-information.tsx';

const CALL = `PUT /api/user/update/${USER.id}`;

async function showForm() {
  const screen = await renderComponent(<EditInformation user={USER} />, `/edit/${USER.id}`);
  return {
    screen,
    city: screen.getByLabelText('City'),
    save: screen.getByRole('button', { name: 'Save' }),
    cancel: screen.getByRole('button', { name: common.cancel }),
    dialog: screen.getByRole('alertdialog', { name: common.leaveTitle }),
  };
}

test('[PROF-04] Cancel leads to the videos at once if nothing was changed', async () => {
  const { screen, cancel } = await showForm();
  await cancel.click();
  await expect.poll(screen.address).toBe(`/user/${USER.id}/videos`);
});

test('[PROF-04] Cancel asks before it discards changes', async () => {
  const { screen, city, cancel, dialog } = await showForm();
  await city.fill('Ely');
  await expect.poll(hasUnsavedWork).toBe(true);
  await cancel.click();
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: common.cancel }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(city).toHaveValue('Ely');
  await cancel.click();
  await dialog.getByRole('button', { name: common.leave }).click();
  await expect.poll(() => screen.address()).toBe(`/user/${USER.id}/videos`);
  expect(serverCalls('PUT')).toEqual([]);
  expect(hasUnsavedWork()).toBe(false);
});

test('[PROF-04] saved values are not unsaved any more; a rejected field shows its error', async () => {
  const { screen, city, save } = await showForm();
  await city.fill('Ely');
  answer(CALL, apiError(400, 'request.invalid', 'Something is wrong.', { city: 'Please enter your city.' }));
  await save.click();
  await expect.element(city).toHaveAccessibleDescription('Please enter your city.');
  expect(hasUnsavedWork()).toBe(true);
  answer(CALL, { ...USER, city: 'Ely' });
  await save.click();
  await expect.element(screen.getByText(text.saved)).toBeVisible();
  await expect.poll(hasUnsavedWork).toBe(false);
  expect(serverCalls('PUT').at(-1)?.body).toMatchObject({ city: 'Ely', id: USER.id });
});

test('[PROF-04] the search switch has an explanation, and is saved without the other one', async () => {
  const { screen, save } = await showForm();
  const searched = screen.getByRole('switch', { name: text.showInSearch });
  await expect.element(searched).toBeChecked();
  await expect.element(searched).toHaveAccessibleDescription(text.showInSearchHint);
  await searched.click();
  answer(CALL, { ...USER, show_in_search: false });
  await save.click();
  await expect.element(screen.getByText(text.saved)).toBeVisible();
  await expect.element(searched).not.toBeChecked();
  expect(serverCalls('PUT').at(-1)?.body).toEqual({ id: expect.any(String), showInSearch: false });
});
