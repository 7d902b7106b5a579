import type { NotesResponse } from '@kinreel/contracts/notes';
import { common } from '@kinreel/messages/en/common';
import { notes as text } from '@kinreel/messages/en/notes';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, apiError, connectionLost, heldAnswer, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { NotesPanel } from './notes-panel.tsx';

const VIDEO = '0192f1c0-0000-7000-8000-00000000000a';
const person = (n: number, first_name: string) => ({
  id: `0192f1c0-0000-7000-8000-00000000000${n}`,
  first_name,
  last_name: 'Fennick',
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  profile_image: null,
});
const ME = person(1, 'Ismene');
const CORVIN = person(2, 'Corvin');
const NOTE_ID = '0192f1c0-0000-7000-8000-0000000000b1';
const NOTE = { id: NOTE_ID, writer: CORVIN, text: 'Lovely hat', at: 8, created_at: '2026-03-10T12:00:00.000Z' };

const LIST = `GET /api/video/${VIDEO}/notes`;
const WRITE = `POST /api/video/${VIDEO}/notes`;
const DONE = () => new Response(null, { status: 204 });

function given(response: Partial<NotesResponse> = {}) {
  answer(LIST, { visibility: 'viewers', hearts: [], notes: [], ...response });
}

async function show({ isOwn = false, at = 0, path = '/' } = {}) {
  const playFrom = vi.fn();
  const screen = await renderComponent(
    <NotesPanel
      videoId={VIDEO}
      userId={ME.id}
      isOwn={isOwn}
      owner="Odalie"
      currentTime={() => at}
      playFrom={playFrom}
    />,
    path,
  );
  return {
    screen,
    playFrom,
    field: screen.getByLabelText(text.write),
    send: screen.getByRole('button', { name: text.send }),
    heart: screen.getByRole('button', { name: text.love }),
  };
}

test('while it loads it says so, and without notes it invites to write', async () => {
  const held = heldAnswer({ visibility: 'viewers', hearts: [], notes: [] });
  answer(LIST, held.response);
  const { screen } = await show();
  await expect.element(screen.getByRole('progressbar', { name: text.loading })).toBeVisible();
  held.send();
  await expect.element(screen.getByText(text.empty)).toBeVisible();
});

test('the address of a note opens the page at it, once; the address of hearts opens it at the section', async () => {
  const others = Array.from({ length: 9 }, (_, n) => ({
    ...NOTE,
    id: NOTE_ID.replace(/1$/, `${n}`).replace('b', 'c'),
  }));
  given({ notes: [...others, NOTE] });
  const { screen, field } = await show({ path: `/#words${NOTE_ID}` });
  await expect.poll(() => document.activeElement?.getAttribute('data-row')).toBe(NOTE_ID);
  await expect.element(document.activeElement as HTMLElement).toBeInViewport();
  await field.click();
  await expect.element(field).toHaveFocus();
  await screen.unmount();
  await show({ path: '/#words' });
  await expect.poll(() => document.activeElement?.tagName).toBe('SECTION');
});

test('after a failure Retry loads it', async () => {
  answer(LIST, connectionLost);
  const { screen } = await show();
  await expect.element(screen.getByRole('alert').getByRole('heading', { name: text.loadFailed })).toBeVisible();
  given({ notes: [NOTE] });
  await screen.getByRole('button', { name: common.retry }).click();
  await expect.element(screen.getByText(NOTE.text)).toBeVisible();
});

test('a heart is given and taken back, and the names say who loves the video', async () => {
  given({ hearts: [CORVIN] });
  const { screen, heart } = await show();
  await expect.element(screen.getByText('Corvin loves this')).toBeVisible();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
  answer(`PUT /api/video/${VIDEO}/heart`, DONE);
  given({ hearts: [ME, CORVIN] });
  await heart.click();
  await expect.element(screen.getByText('You and Corvin love this')).toBeVisible();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  answer(`DELETE /api/video/${VIDEO}/heart`, DONE);
  given({ hearts: [CORVIN] });
  await heart.click();
  await expect.element(screen.getByText('Corvin loves this')).toBeVisible();
});

test('a heart that could not be given is named, with Retry', async () => {
  given();
  answer(`PUT /api/video/${VIDEO}/heart`, connectionLost);
  const { screen, heart } = await show();
  await heart.click();
  await expect.element(screen.getByRole('button', { name: common.retry })).toBeVisible();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
});

test('a note is written about the moment where the player is, with the keyboard', async () => {
  given();
  const { screen, field } = await show({ at: 8.2 });
  await field.fill(NOTE.text);
  await userEvent.keyboard('{Tab}{Enter}');
  const moment = screen.getByRole('button', { name: text.atTime({ time: '0:08' }) });
  await expect.element(moment).toHaveAttribute('aria-pressed', 'true');
  answer(WRITE, () => Response.json({ id: NOTE_ID }, { status: 201 }));
  given({ notes: [{ ...NOTE, writer: ME }] });
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(screen.getByText(text.sent)).toBeInTheDocument();
  await expect.element(screen.getByRole('listitem').getByText(NOTE.text)).toBeVisible();
  await expect.element(field).toHaveValue('');
  await expect.element(moment).toHaveAttribute('aria-pressed', 'false');
  expect(serverCalls(WRITE).map(({ body }) => body)).toEqual([{ text: NOTE.text, at: 8 }]);
});

test('an empty note and one that is too long are not sent', async () => {
  given();
  const { screen, field, send } = await show();
  await send.click();
  await expect.element(screen.getByText(text.missing)).toBeVisible();
  await field.fill('x'.repeat(501));
  await send.click();
  await expect.element(screen.getByText(/500/)).toBeVisible();
  expect(serverCalls(WRITE)).toEqual([]);
});

test('a note that could not be sent stays in the field, also after leaving and returning', async () => {
  given();
  answer(WRITE, apiError(403, 'notes.off', 'The owner of this video has turned this off.'));
  const { screen, field, send } = await show();
  await field.fill('Do not lose me');
  await send.click();
  await expect.element(screen.getByRole('alert').getByText(/turned this off/)).toBeVisible();
  await expect.element(field).toHaveValue('Do not lose me');
  await screen.unmount();
  const again = await show();
  await expect.element(again.field).toHaveValue('Do not lose me');
  await again.field.fill('');
});

test('the time of a note plays from there', async () => {
  given({ notes: [NOTE] });
  const { screen, playFrom } = await show();
  await screen.getByRole('button', { name: text.playFrom({ time: '0:08' }) }).click();
  expect(playFrom).toHaveBeenCalledExactlyOnceWith(8);
});

test('people remove their own notes, and the owner of the video removes each', async () => {
  given({ notes: [NOTE] });
  const other = await show();
  await expect.element(other.screen.getByText(NOTE.text)).toBeVisible();
  expect(other.screen.getByRole('button', { name: text.remove }).elements()).toEqual([]);
  await other.screen.unmount();

  const { screen } = await show({ isOwn: true });
  await screen.getByRole('button', { name: text.removeOf({ words: NOTE.text }) }).click();
  answer(`DELETE /api/notes/${NOTE_ID}`, DONE);
  given();
  await page.getByRole('alertdialog').getByRole('button', { name: text.remove }).click();
  await expect.element(screen.getByText(text.empty)).toBeVisible();
});

test('the owner chooses who reads, and turns it off', async () => {
  given();
  answer(`PUT /api/video/${VIDEO}/notes-visibility`, DONE);
  const { screen, field } = await show({ isOwn: true });
  const select = screen.getByLabelText(text.whoReads);
  // The first list must have arrived before the server answers differently.
  await expect.element(select).toHaveValue('viewers');
  given({ visibility: 'nobody' });
  await select.selectOptions('nobody');
  await expect.element(screen.getByText(text.off)).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(select).toHaveValue('nobody');
  expect(serverCalls('PUT').map(({ body }) => body)).toEqual([{ visibility: 'nobody' }]);
});

test('others read that only the owner sees their words, and see nothing if it is off', async () => {
  given({ visibility: 'owner' });
  const { screen } = await show();
  await expect.element(screen.getByText(text.onlyOwnerReads({ name: 'Odalie' }))).toBeVisible();
  expect(screen.getByLabelText(text.whoReads).elements()).toEqual([]);
  await screen.unmount();
  given({ visibility: 'nobody' });
  const off = await show();
  await expect.element(off.screen.getByRole('heading')).not.toBeInTheDocument();
});

test('more notes are loaded on request', async () => {
  answer(LIST, (request) => {
    const isFirst = !new URL(request.url).searchParams.has('cursor');
    const notes = [{ ...NOTE, ...(isFirst ? {} : { id: VIDEO, text: 'Older' }) }];
    const headers: HeadersInit = isFirst ? { link: `<${LIST.slice(4)}?limit=20&cursor=x>; rel="next"` } : {};
    return Response.json({ visibility: 'viewers', hearts: [], notes }, { headers });
  });
  const { screen } = await show();
  await screen.getByRole('button', { name: common.showMore }).click();
  await expect.element(screen.getByText('Older')).toBeVisible();
  await expect.element(screen.getByText(NOTE.text)).toBeVisible();
});
