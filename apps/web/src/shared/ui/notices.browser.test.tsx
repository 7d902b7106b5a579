import Box from '@mui/material/Box';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderComponent } from '../../testing/render-component.tsx';
import { AppDialog } from './app-dialog.tsx';
import { bottomBarRef } from './bottom-bar.ts';
import { useNotices } from './notices.tsx';

/** A page with a fixed bar at the bottom, a dialog, and buttons that show notices. */
function Page() {
  const notices = useNotices();
  const [open, setOpen] = useState(false);
  const share = (
    <button type="button" onClick={() => notices.success({ title: 'Success!', text: 'Your video has been shared.' })}>
      Share
    </button>
  );
  return (
    <>
      {!open && share}
      <button type="button" onClick={() => notices.error({ title: 'Error', text: 'Not saved' })}>
        Fail
      </button>
      <button type="button" onClick={() => notices.failed('Remove Tavi', undefined)}>
        Remove
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Box ref={bottomBarRef} sx={{ position: 'fixed', bottom: 0, insetInline: 0, height: 80 }} data-testid="bar" />
      <AppDialog open={open} title="Share this video" onClose={() => setOpen(false)} actions={share}>
        <button
          type="button"
          onClick={() => {
            notices.success({ title: 'Saved' });
            setOpen(false);
          }}
        >
          Leave
        </button>
      </AppDialog>
    </>
  );
}

/** The text of the success notice. */
const SHARED = 'Success!Your video has been shared.';

async function showPage() {
  const screen = await renderComponent(<Page />);
  return {
    screen,
    button: (name: string) => screen.getByRole('button', { name, exact: true }),
    region: screen.getByRole('region', { name: 'Notices' }),
    box: (element: Element) => element.getBoundingClientRect(),
  };
}

test.each([
  [360, 640],
  [1280, 800],
])('on a page %i wide, a notice is at the bottom, above the fixed bar', async (width, height) => {
  await page.viewport(width, height);
  const { screen, button, region, box } = await showPage();
  await button('Share').click();
  await expect.element(region).toHaveTextContent(SHARED);
  const notice = box(region.element().querySelector('.MuiAlert-root') as Element);
  expect(notice.bottom).toBeLessThanOrEqual(box(screen.getByTestId('bar').element()).top);
  expect(notice.top).toBeGreaterThan(height / 2);
});

test.each([
  [360, 640],
  [1280, 800],
])('on a page %i wide, a notice in a dialog covers neither title nor buttons', async (width, height) => {
  await page.viewport(width, height);
  const { screen, button, region, box } = await showPage();
  await button('Open').click();
  const dialog = screen.getByRole('dialog', { name: 'Share this video' });
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Share' }).click();
  await expect.element(region).toHaveTextContent(SHARED);
  expect(dialog.element().contains(region.element())).toBe(true);
  const notice = box(region.element().querySelector('.MuiAlert-root') as Element);
  const others = [...dialog.element().querySelectorAll('h2, button')].filter((one) => !region.element().contains(one));
  expect(others.length).toBeGreaterThan(1);
  for (const other of others) {
    const { top, bottom } = box(other);
    expect(bottom <= notice.top || top >= notice.bottom, other.textContent ?? '').toBe(true);
  }
  // The keyboard reaches it although a dialog traps the focus.
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(region.getByRole('button', { name: 'Close message' })).toHaveFocus();
});

test('a notice that appears while a dialog closes is announced once, after the page is visible to screen readers', async () => {
  const { screen, button, region } = await showPage();
  const announced: string[] = [];
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) {
      const live = (target as Element).closest('[aria-live]:not([aria-live=off])');
      if (live && addedNodes.length > 0) announced.push(live.closest('[aria-hidden=true]') ? 'hidden' : 'heard');
    }
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await button('Open').click();
  await button('Leave').click();
  await expect.element(region).toHaveTextContent('Saved');
  expect(announced).toEqual(['heard']);
  // It does not belong to the next dialog.
  await button('Open').click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await expect.element(screen.getByText('Saved')).not.toBeInTheDocument();
  watch.disconnect();
});

test('shows one notice at a time; an error appears again when the newer notice has closed', async () => {
  const { button, region } = await showPage();
  await button('Fail').click();
  await button('Share').click();
  await expect.element(region).toHaveTextContent(SHARED);
  await region.getByRole('button', { name: 'Close message' }).click();
  await expect.element(region).toHaveTextContent('ErrorNot saved');
});

test('a notice stays open during hover or focus and then for its duration; closing it returns the focus', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { button, region } = await showPage();
    await button('Share').click();
    await expect.element(region).toHaveTextContent(SHARED);
    await region.getByText('Success!').hover();
    vi.advanceTimersByTime(60_000);
    await expect.element(region).toHaveTextContent(SHARED);
    const close = region.getByRole('button', { name: 'Close message' });
    (close.element() as HTMLElement).focus();
    await button('Fail').hover();
    vi.advanceTimersByTime(60_000);
    await expect.element(region).toHaveTextContent(SHARED);
    (button('Share').element() as HTMLElement).focus();
    vi.advanceTimersByTime(9_000);
    await expect.element(region).toHaveTextContent(SHARED);
    vi.advanceTimersByTime(2_000);
    await expect.element(region).toHaveTextContent('');
    await button('Fail').click();
    (close.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Fail')).toHaveFocus();
  } finally {
    vi.useRealTimers();
  }
});

test('[ERR-01] a failure without its own message shows the generic error and names the action', async () => {
  const { button, region } = await showPage();
  await button('Remove').click();
  await expect.element(region.getByText('Error', { exact: true })).toBeVisible();
  await expect
    .element(region.getByText(/Something went wrong. Please try again. “Remove Tavi” did not work/))
    .toBeVisible();
});
