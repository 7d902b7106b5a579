import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderComponent } from '../../testing/render-component.tsx';
import { IconTooltips } from './icon-tooltips.tsx';

const tooltip = () => document.querySelector('[data-tooltip]')?.textContent ?? null;

test('an icon button shows its name as a tooltip for mouse and keyboard; Escape hides it', async () => {
  await renderComponent(
    <>
      <button type="button" aria-label="Close">
        <svg width="24" height="24" aria-hidden />
      </button>
      <button type="button" aria-label="Share: How did you two meet?">
        Share
      </button>
      <IconTooltips />
    </>,
  );
  await userEvent.hover(page.getByRole('button', { name: 'Close' }));
  await expect.poll(tooltip).toBe('Close');
  await userEvent.hover(page.getByRole('button', { name: /Share/ }));
  await expect.poll(tooltip).toBe(null);
  await userEvent.keyboard('{Tab}');
  await expect.poll(tooltip).toBe('Close');
  await userEvent.keyboard('{Escape}');
  await expect.poll(tooltip).toBe(null);
  // Buttons with text need no tooltip.
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: /Share/ })).toHaveFocus();
  expect(tooltip()).toBe(null);
});
