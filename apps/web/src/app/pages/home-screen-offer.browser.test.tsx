import { homeScreen as text } from '@kinreel/messages/en/home-screen';
import { afterEach, expect, test, vi } from 'vitest';
import { watchHomeScreen } from '../../shared/offline/home-screen.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { HomeScreenOffer } from './home-screen-offer.tsx';

afterEach(() => localStorage.clear());

/** Opens the app on a given day, in a browser that can install it. */
async function openApp({ firstDay }: { firstDay: string | null }) {
  if (firstDay) localStorage.setItem('kinreel.firstDay', firstDay);
  watchHomeScreen();
  const prompt = vi.fn(async () => undefined);
  const screen = await renderComponent(<HomeScreenOffer />);
  window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  return { prompt, title: screen.getByRole('heading', { name: text.title }), screen };
}

test('the home screen is offered on another day, and not again after an answer', async () => {
  const first = await openApp({ firstDay: null });
  await expect.element(first.title).not.toBeInTheDocument();
  expect(localStorage.getItem('kinreel.firstDay')).toMatch(/^\d{4}-\d\d-\d\d$/);
  await first.screen.unmount();

  const { prompt, title, screen } = await openApp({ firstDay: '2020-01-31' });
  await expect.element(title).toBeVisible();
  await screen.getByRole('button', { name: text.add }).click();
  expect(prompt).toHaveBeenCalledOnce();
  await expect.element(title).not.toBeInTheDocument();
  await screen.unmount();

  const again = await openApp({ firstDay: '2020-01-31' });
  await expect.element(again.title).not.toBeInTheDocument();
});

test('“Not now” hides the offer permanently', async () => {
  const { prompt, title, screen } = await openApp({ firstDay: '2020-01-31' });
  await screen.getByRole('button', { name: text.later }).click();
  await expect.element(title).not.toBeInTheDocument();
  expect(prompt).not.toHaveBeenCalled();
});
