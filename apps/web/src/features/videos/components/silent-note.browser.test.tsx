import type { Video } from '@kinreel/contracts/videos';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../testing/render-component.tsx';
import { SilentNote } from './silent-note.tsx';

const note = (silent: boolean) =>
  renderComponent(<SilentNote video={{ silent, prompt: 'What was your first job?', prompt_id: 3 } as Video} />);

test('[UP-02] the owner reads that nothing is heard, and can record it again', async () => {
  const screen = await note(true);
  await expect.element(screen.getByText('We hear nothing in this video. Was the microphone off?')).toBeVisible();
  const link = screen.getByRole('link', { name: 'Record again: What was your first job?' });
  await expect.element(link).toHaveAttribute('href', '/record?prompt=3');
  expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

test('nothing is said about a video that is heard', async () => {
  const screen = await note(false);
  expect(screen.container.textContent).toBe('');
});
