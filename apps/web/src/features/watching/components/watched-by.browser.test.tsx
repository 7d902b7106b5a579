import { common } from '@kinreel/messages/en/common';
import { watchers as text } from '@kinreel/messages/en/watchers';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { WatchedBy } from './watched-by.tsx';
import { WatchingSetting } from './watching-setting.tsx';

const VIDEO = '0192f1c0-0000-7000-8000-00000000000a';
const LIST = `GET /api/video/${VIDEO}/watchers`;
const watcher = (n: number, first_name: string, last_name = 'Fennick') => ({
  person: {
    id: `0192f1c0-0000-7000-8000-0000000000${n + 10}`,
    first_name,
    last_name,
    city: 'Duluth',
    state: 'MN',
    country: 'United States',
    profile_image: null,
  },
  first_watched_at: new Date().toISOString(),
});

test('the owner reads who watched, and when on request, by keyboard too', async () => {
  answer(LIST, [watcher(1, 'Corvin'), watcher(2, 'Ismene'), watcher(3, 'Ismene', 'Vale')]);
  const screen = await renderComponent(<WatchedBy videoId={VIDEO} />);
  await expect.element(screen.getByText('Watched by Corvin, Ismene Fennick, and Ismene Vale')).toBeVisible();
  const list = screen.getByRole('list', { name: text.list });
  await expect.element(list).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(list.getByText('Corvin Fennick')).toBeVisible();
  await expect.element(list.getByText(common.justNow).first()).toBeVisible();
  await expect.element(screen.getByRole('button', { name: text.hideWhen })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(list).not.toBeInTheDocument();
});

test('of many people the first are named, and the others are in the list', async () => {
  answer(
    LIST,
    Array.from({ length: 11 }, (_, n) => watcher(n, `P${n}`)),
  );
  const screen = await renderComponent(<WatchedBy videoId={VIDEO} />);
  await expect.element(screen.getByText('Watched by P0, P1, P2, P3, P4, P5, P6, P7, P8, P9 and others')).toBeVisible();
  await screen.getByRole('button', { name: text.showWhen }).click();
  await expect.element(screen.getByText('P10 Fennick')).toBeVisible();
});

test('a list that failed is loaded by Retry, and an empty one says what will be there', async () => {
  answer(LIST, connectionLost);
  const screen = await renderComponent(<WatchedBy videoId={VIDEO} />);
  await expect.element(screen.getByRole('heading', { name: text.loadFailed })).toBeVisible();
  answer(LIST, []);
  await screen.getByRole('button', { name: common.retry }).click();
  await expect.element(screen.getByText(text.none)).toBeVisible();
});

test('the setting stops telling owners what one watched', async () => {
  const setting = 'GET /api/watching/setting';
  answer(setting, { shown: true });
  answer('PUT /api/watching/setting', () => {
    answer(setting, { shown: false });
    return new Response(null, { status: 204 });
  });
  const screen = await renderComponent(<WatchingSetting />);
  const shown = screen.getByRole('switch', { name: text.shown });
  await expect.element(shown).toBeChecked();
  await shown.click();
  await expect.element(shown).not.toBeChecked();
  await expect.element(screen.getByText(text.saved, { exact: true })).toBeInTheDocument();
  expect(serverCalls('PUT')[0]?.body).toEqual({ shown: false });
});
