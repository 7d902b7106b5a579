import { common } from '@kinreel/messages/en/common';
import { layout as text } from '@kinreel/messages/en/layout';
import { useState } from 'react';
import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { useUnsavedWork } from '../../shared/unsaved-work.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { UploadOutcome } from './upload-outcome.tsx';

/** A page with or without a form, while an upload is published in the background. */
function Page({ isUnsaved }: { isUnsaved: boolean }) {
  const [published, setPublished] = useState(0);
  useUnsavedWork(isUnsaved);
  return (
    <>
      <button type="button" onClick={() => setPublished(published + 1)}>
        Publish
      </button>
      <UploadOutcome userId="me" published={published} />
      <Link to="/user/me/videos" state={{ whoSees: 'Mia can see this.' }}>
        Done
      </Link>
      <Link to="/user/me/connections">My Connections</Link>
    </>
  );
}

for (const path of ['/record', '/user/me/edit', '/edit/me', '/manageLibrary']) {
  test(`[UP-05] at ${path} shows the alert, then the person's own videos page`, async () => {
    const screen = await renderComponent(<Page isUnsaved={false} />, path);
    expect(screen.address()).toBe(path);
    await screen.getByRole('button', { name: 'Publish' }).click();
    await expect.element(screen.getByText('Successful Upload')).toBeVisible();
    await expect.element(screen.getByText(/Video has been uploaded successfully/)).toBeVisible();
    expect(screen.address()).toBe('/user/me/videos');
    await expect.element(screen.getByRole('button', { name: text.seeVideos })).not.toBeInTheDocument();
  });
}

test('[UP-05] on the page for choosing who may see an answer, the alert and the videos page wait for Done', async () => {
  const screen = await renderComponent(<Page isUnsaved={false} />, '/saved?take=t', { isLayout: true });
  await screen.getByRole('button', { name: 'Publish' }).click();
  await expect.element(screen.getByText('Successful Upload')).not.toBeInTheDocument();
  expect(screen.address()).toBe('/saved?take=t');
  await screen.getByRole('link', { name: 'Done' }).click();
  await expect.element(screen.getByText('Successful Upload')).toBeVisible();
  await expect.element(screen.getByText('Mia can see this.')).toBeVisible();
  expect(screen.address()).toBe('/user/me/videos');
});

test('[UP-05] leaving that page for another one shows the alert there, with a button to the videos page', async () => {
  const screen = await renderComponent(<Page isUnsaved={false} />, '/saved?take=t', { isLayout: true });
  await screen.getByRole('button', { name: 'Publish' }).click();
  await screen.getByRole('link', { name: 'My Connections' }).click();
  await expect.element(screen.getByText('Successful Upload')).toBeVisible();
  expect(screen.address()).toBe('/user/me/connections');
  await screen.getByRole('button', { name: 'See my videos' }).click();
  await expect.poll(() => screen.address()).toBe('/user/me/videos');
});

test('[UP-05] if unsaved work would be lost, the alert has a button that asks first', async () => {
  const screen = await renderComponent(<Page isUnsaved />, '/user/me/edit');
  await screen.getByRole('button', { name: 'Publish' }).click();
  await expect.element(screen.getByText('Successful Upload')).toBeVisible();
  expect(screen.address()).toBe('/user/me/edit');
  await screen.getByRole('button', { name: 'See my videos' }).click();
  const dialog = screen.getByRole('alertdialog', { name: common.leaveTitle });
  await dialog.getByRole('button', { name: common.cancel }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(screen.address()).toBe('/user/me/edit');

  await screen.getByRole('button', { name: 'Publish' }).click();
  await screen.getByRole('button', { name: 'See my videos' }).click();
  await dialog.getByRole('button', { name: common.leave }).click();
  await expect.poll(() => screen.address()).toBe('/user/me/videos');
});
