import type { ShortLink } from '@kinreel/contracts/short-links';
import { sharing as text } from '@kinreel/messages/en/sharing';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { ShareByLink } from './share-by-link.tsx';

const USER_ID = '0192f1c0-0000-7000-8000-000000000001';
const VIDEO = { id: '0192f1c0-0000-7000-8000-00000000000a', prompt: 'What was your first job?' };
const CREATE = 'POST /api/link';
const URL_OF = {
  permanent: 'https://kin.example/s/permanent0000000000000',
  week: 'https://kin.example/s/week000000000000000000',
};

/** Shows the section. The server makes a permanent link, or one for a week. */
async function showSection(active: Partial<ShortLink>[] = []) {
  answer('GET /api/link', active);
  answer(CREATE, async (request) => {
    const { expires_at } = await request.json();
    return new Response(expires_at ? URL_OF.week : URL_OF.permanent);
  });
  const screen = await renderComponent(<ShareByLink video={VIDEO} userId={USER_ID} />);
  await expect.poll(() => serverCalls(CREATE)).toHaveLength(1);
  return {
    screen,
    lifetime: screen.getByLabelText(text.lifetime),
    give: screen.getByRole('button', { name: text.giveLink }),
    copy: screen.getByRole('button', { name: text.copy, exact: true }),
    status: screen.getByRole('status').filter({ hasText: /Your link/ }),
    requested: () => serverCalls(CREATE).filter(({ body }) => (body as { asked?: boolean }).asked).length,
  };
}

test('[SHARE-05] choosing a duration makes no link; the button makes one, and the screen says which', async () => {
  const { lifetime, give, copy, status, requested } = await showSection();
  (lifetime.element() as HTMLElement).focus();
  for (const value of ['30', '365', '7']) await userEvent.selectOptions(lifetime, value);
  expect(requested()).toBe(0);
  await give.click();
  await expect.element(status).toMatchTextContent(/^Your link is ready\. It works until \d\d\/\d\d\/\d{4}\.$/);
  await expect.element(copy).toHaveFocus();
  await expect.element(copy).toHaveAccessibleDescription(/^Your link is ready/);
  expect(requested()).toBe(1);

  await userEvent.selectOptions(lifetime, '');
  await expect.element(status).toHaveTextContent(text.linkUnchanged);
  await expect.element(copy).not.toBeInTheDocument();
  // The link for a week is still known.
  await userEvent.selectOptions(lifetime, '7');
  await give.click();
  await expect.element(copy).toBeVisible();
  expect(requested()).toBe(1);
});

test('[SHARE-05] an active link can be copied again', async () => {
  const url = URL_OF.permanent;
  const link = { id: 'a', video_id: VIDEO.id, url, created_at: '2026-03-01T12:00:00.000Z', expires_at: null };
  const { screen } = await showSection([{ ...link, last_used_at: null, asked: true, visitors: [] }]);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await screen.getByRole('button', { name: 'Copy link …/s/permanen…' }).click();
  expect(write).toHaveBeenCalledExactlyOnceWith(url);
  await expect.element(screen.getByRole('button', { name: text.copied })).toHaveFocus();
  write.mockRejectedValue(new Error('not allowed'));
  await screen.getByRole('button', { name: text.copied }).click();
  await expect.element(screen.getByRole('region', { name: 'Notices' })).toMatchTextContent(new RegExp(url));
});
