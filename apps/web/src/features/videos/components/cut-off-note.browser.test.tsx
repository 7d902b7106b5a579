import type { Video } from '@kinreel/contracts/videos';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../testing/render-component.tsx';
import { CutOffNote } from './cut-off-note.tsx';

test.each([
  [12.4, 'The last 12 seconds are missing. The file was cut off.'],
  [119, 'The last 119 seconds are missing. The file was cut off.'],
  [290, 'The last 5 minutes are missing. The file was cut off.'],
])('[UP-02] shows the owner how much of a truncated file is missing: %s s', async (missing_seconds, words) => {
  const screen = await renderComponent(<CutOffNote video={{ missing_seconds } as Video} />);
  await expect.element(screen.getByText(words)).toBeVisible();
});

test('shows nothing for a complete video', async () => {
  const screen = await renderComponent(<CutOffNote video={{ missing_seconds: null } as Video} />);
  expect(screen.container.textContent).toBe('');
});
