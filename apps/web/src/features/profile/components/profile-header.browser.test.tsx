import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderComponent } from '../../../testing/render-component.tsx';
import { ProfileHeader } from './profile-header.tsx';

afterEach(() => page.viewport(1280, 800));

test.each([
  ['a phone', 360],
  ['a tablet', 820],
  ['a desktop', 1280],
])('nothing covers the buttons on the banner, on %s', async (_, width) => {
  await page.viewport(width, 740);
  for (const compact of [false, true]) {
    const screen = await renderComponent(
      <ProfileHeader
        name="Odalie Fennick"
        place="Duluth, MN"
        photo={null}
        banner="/banners/tree.svg"
        compact={compact}
        bannerAction={<button type="button" aria-label="Edit Banner" style={{ height: 48, width: 48 }} />}
      />,
    );
    const button = screen.getByRole('button', { name: 'Edit Banner' }).element();
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const taps = [top + 2, (top + bottom) / 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y));
    expect(taps).toEqual([button, button, button]);
    await screen.unmount();
  }
});

test('screen readers announce which of the user’s own pages is open before the name; only the name is visible', async () => {
  const screen = await renderComponent(
    <ProfileHeader name="Odalie Fennick" view="My Connections" place="" photo={null} banner={null} compact />,
  );
  const heading = screen.getByRole('heading', { level: 1, name: 'My Connections, Odalie Fennick' });
  await expect.element(heading).toHaveTextContent('Odalie Fennick');
});
